import { existsSync, readdirSync } from 'node:fs'

/** architecture.md: which server feature may use which, through its index. `admin` may use all. */
const MAY_USE = {
  account: ['media'],
  billing: ['account'],
  'user-codes': ['billing', 'generator', 'scans'],
  bulk: ['account', 'user-codes', 'generator', 'custom-domains', 'media', 'workspaces'],
  'pdf-codes': ['user-codes', 'billing', 'media'],
  pages: ['account', 'media', 'pdf-codes', 'user-codes'],
  gateways: ['account', 'billing'],
  generator: ['media'],
  catalogue: ['account', 'media'],
  'code-files': ['generator', 'user-codes'],
  'code-reports': ['account', 'redirect', 'user-codes', 'workspaces'],
  demo: ['billing', 'scans'],
  leaving: [
    'workspaces',
    ...[
      'account',
      'api-keys',
      'billing',
      'bulk',
      'chat',
      'code-files',
      'code-reports',
      'custom-domains',
      'generator',
      'media',
      'notifications',
      'tools',
      'webhooks',
    ],
    ...['pages', 'pdf-codes', 'scans', 'user-codes'],
  ],
  notifications: ['account', 'scans', 'user-codes', 'workspaces'],
  'scan-reports': ['generator', 'scans'],
  operations: ['account', 'billing', 'code-reports', 'pages', 'user-codes'],
  restore: ['account'],
  'site-settings': ['account', 'media'],
  status: ['account', 'billing', 'custom-domains', 'gateways', 'scans'],
  doctor: [
    'account',
    'billing',
    'custom-domains',
    'leaving',
    'media',
    'pages',
    'pdf-codes',
    'redirect',
    'scans',
    'user-codes',
  ],
  tools: ['user-codes', 'scans', 'billing', 'help'],
  chat: ['tools', 'user-codes', 'billing', 'help'],
  mcp: ['tools'],
  workspaces: ['account', 'api-keys', 'billing', 'tools', 'user-codes'],
  'api-keys': ['account'],
  feeds: ['api-keys', 'scans', 'user-codes'],
}

const foldersIn = (path) =>
  existsSync(path)
    ? readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
    : []

const serverFeatures = foldersIn('server/src/features')
const webFeatures = foldersIn('web/src/features')

/** A test, or what only tests use: it goes through the front door, so it may import the whole program. */
export const TEST = /[.]test[.]tsx?$|\/testing([.]ts$|\/)/

const forbid = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to })

const serverFeatureRules = serverFeatures.map((feature) => {
  const usable = feature === 'admin' ? serverFeatures : (MAY_USE[feature] ?? [])
  const doors = usable.map((other) => `^server/src/features/${other}/index[.]ts$`)
  return forbid(
    `server-feature-${feature}`,
    { path: `^server/src/features/${feature}/`, pathNot: TEST.source },
    {
      path: '^server/src/',
      pathNot: [`^server/src/features/${feature}/`, '^server/src/platform/', ...doors],
    },
    `The server feature ${feature} uses the platform${usable.length ? ` and, by its index, ${usable.join(', ')}` : ' only'}.`,
  )
})

const webFeatureRules = webFeatures.map((feature) =>
  forbid(
    `web-feature-${feature}`,
    { path: `^web/src/features/${feature}/`, pathNot: TEST.source },
    { path: '^web/src/', pathNot: [`^web/src/features/${feature}/`, '^web/src/(ui|lib)/'] },
    'A web feature uses ui and lib; app composes the features.',
  ),
)

export default {
  forbidden: [
    forbid('no-cycles', {}, { circular: true }, 'A cycle has no layer.'),
    forbid(
      'resolved',
      {},
      // The build gives the address of a file for `file?url`, and an installation the calls of its client.
      { couldNotResolve: true, pathNot: '[?]url$|^[.]/operations[.]js$' },
      'An import that leads nowhere is not checked.',
    ),
    forbid(
      'declared',
      { path: '^(qr|shared|server|web)/src/.*[.]tsx?$', pathNot: TEST.source },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
      'A package is declared by the workspace that imports it.',
    ),
    forbid('qr-is-alone', { path: '^qr/' }, { path: '^(shared|server|web|e2e|bench)/' }, 'qr knows nobody.'),
    forbid(
      'qr-is-pure',
      { path: '^qr/src/', pathNot: TEST.source },
      {
        dependencyTypes: ['npm', 'npm-dev', 'npm-no-pkg', 'npm-unknown', 'core'],
        pathNot: '^node_modules/ipaddr[.]js/',
      },
      'qr has no dependency but ipaddr.js, which is as pure, and does no input or output.',
    ),
    forbid('shared', { path: '^shared/' }, { path: '^(server|web|e2e|bench)/' }, 'shared uses qr only.'),
    forbid(
      'simulators-are-alone',
      { path: '^simulators/' },
      { path: '^(qr|shared|server|web|e2e|bench)/' },
      'A simulator proves our code, so it shares none of it.',
    ),
    forbid('server', { path: '^server/' }, { path: '^(web|e2e|bench)/' }, 'server uses shared and qr.'),
    forbid('web', { path: '^web/' }, { path: '^(server|e2e|bench)/' }, 'web uses shared and qr.'),
    forbid(
      'workspace-by-its-door',
      // The build reads the table of paths before anything is bundled.
      {
        path: '^(qr|shared|server|web|e2e|simulators)/',
        pathNot: '^web/(vite[.]config|dev-server|screens)[.]ts$',
      },
      {
        path: '^(qr|shared)/src/',
        pathNot: [
          '^$1/',
          '^(qr|shared)/src/index[.]ts$',
          '^qr/src/scan-check/index[.]ts$',
          '^qr/src/testing/property-runs[.]ts$',
          '^shared/src/billing/truth-table[.]ts$',
          '^shared/src/user-codes/code-file-name[.]ts$',
          '^shared/src/(?:json|scans/report|tables)/index[.]ts$',
        ],
      },
      'Another workspace is used through what it exports.',
    ),
    forbid(
      'server-main-is-the-top',
      { path: '^server/src/', pathNot: [TEST.source, '^server/src/(main|program)[.]ts$'] },
      { path: '^server/src/(main|program)[.]ts$' },
      'main starts the program, program its parts, and nobody imports them.',
    ),
    forbid(
      'server-platform',
      { path: '^server/src/platform/', pathNot: TEST.source },
      { path: '^server/src/', pathNot: '^server/src/platform/' },
      'The platform knows no feature.',
    ),
    forbid(
      'acts-in-a-workspace',
      {
        path: '^server/src/features/',
        pathNot: [
          TEST.source,
          '^server/src/features/(account|api-keys|leaving|notifications|status|workspaces)/',
        ],
      },
      { path: '^server/src/platform/http/session[.]ts$' },
      'What has an owner belongs to the workspace of the call (acting.ts), not to the person of the session.',
    ),
    ...serverFeatureRules,
    ...webFeatureRules,
    forbid(
      'web-feature-by-its-door',
      { path: '^web/src/app/', pathNot: TEST.source },
      {
        path: '^web/src/features/',
        pathNot: [
          '^web/src/features/[^/]+/(index|api|search|tabs)[.]ts$',
          '^web/src/features/[^/]+/[^/]+/index[.]ts$',
        ],
        dynamic: false,
      },
      'The frame and the router use a feature by index.ts, also that of a sub-folder whose screens are chunks apart, by its calls (api.ts) or by its addresses (search.ts, tabs.ts).',
    ),
    forbid(
      'web-screen-by-itself',
      { path: '^web/src/app/', pathNot: TEST.source },
      {
        path: '^web/src/features/',
        pathNot: '^web/src/features/([^/]+/index[.]ts|.*[.]tsx)$',
        dynamic: true,
      },
      'What is loaded later is the index.ts of a feature or one component, a chunk of its own.',
    ),
    forbid(
      'web-ui',
      { path: '^web/src/ui/', pathNot: TEST.source },
      { path: '^web/src/', pathNot: '^web/src/(ui|lib)/' },
      'ui has no product words: it uses lib only.',
    ),
    forbid(
      'web-lib',
      { path: '^web/src/lib/', pathNot: TEST.source },
      { path: '^web/src/', pathNot: '^web/src/lib/' },
      'lib is the bottom of the web app.',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^[^/]+/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      // The last is for packages that hold types alone.
      extensions: ['.ts', '.tsx', '.mts', '.mjs', '.js', '.json', '.css', '.d.ts'],
    },
  },
}
