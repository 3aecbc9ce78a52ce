import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ROOT } from '../lib/run-command.mjs'
import { walk } from '../lib/walk.mjs'

const FOLDERS = ['server/src', 'shared/src']
const TESTS = /(\.test\.ts$|(^|\/)testing(\/|\.ts$))/

/** Files that parse JSON of this program or of its operator alone; all else goes through shared/src/json. */
const OWN_TEXT = new Set(
  [
    ...['config/oidc-config', 'i18n', 'fonts', 'proof-of-work/solve', 'workers/source-bundle'],
    // Its samples do.
    'http/first-calls',
    ...['db/embedded/open-folder', 'db/embedded/folder-lock', 'db/dump/restore', 'db/postgres/lineage'],
  ]
    .map((name) => `server/src/platform/${name}.ts`)
    .concat(
      [
        ...[
          'account/passwords/common-passwords',
          'bulk/import/dry-run',
          'code-files/zip-entries',
          // Its script does, in a sheet of Google.
          'connect/apps-script',
          'demo/demo-account',
        ],
        ...['redirect/reports/report-script', 'user-codes/change-log', 'user-codes/content/search-columns'],
        ...['user-codes/export/codes-json', 'user-codes/revert-change', 'web-app/preload-manifest'],
      ].map((name) => `server/src/features/${name}.ts`),
    ),
)

/** Places that parse JSON without its limits, and files that are named here for nothing. */
export function findUnboundedJson() {
  const found = new Set()
  const errors = []
  for (const path of FOLDERS.flatMap((folder) => walk(join(ROOT, folder)))) {
    const name = relative(ROOT, path)
    if (!name.endsWith('.ts') || TESTS.test(name)) continue
    if (!/\bJSON\.parse\(|\.json\(\)/.test(readFileSync(path, 'utf8'))) continue
    found.add(name)
    if (!OWN_TEXT.has(name)) errors.push(`${name} parses JSON: use parseJson of @scanleaf/shared/json`)
  }
  const unused = [...OWN_TEXT].filter((name) => !found.has(name))
  return [
    ...errors,
    ...unused.map((name) => `scripts/check/foreign-json.mjs names ${name}, which parses none`),
  ]
}
