import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from './lib/run-command.mjs'
import { walk } from './lib/walk.mjs'

const FILE = join(ROOT, 'THIRD_PARTY.md')

/** Licences that require no more than a notice, or (LGPL, MPL) do not extend to our own code when used as a library. */
const ACCEPTED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'PDDL-1.0',
  'PostgreSQL',
  'Unlicense',
])

const readJson = (path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
const { packages } = readJson('package-lock.json')

/** Path in the lock file of a package as `from` sees it: the nearest node_modules above. */
function resolvePackage(name, from) {
  let folder = from
  for (;;) {
    const path = `${folder ? `${folder}/` : ''}node_modules/${name}`
    if (packages[path]) return packages[path].link ? packages[path].resolved : path
    if (folder === '') return null
    folder = folder.includes('/') ? folder.slice(0, folder.lastIndexOf('/')) : ''
  }
}

/** Packages that the sources of a workspace import, styles and fonts included. */
function importedBy(workspace) {
  const names = new Set()
  for (const path of walk(join(ROOT, workspace, 'src'))) {
    if (!/\.(tsx?|css)$/.test(path) || /\.test\.tsx?$|\/testing\//.test(path)) continue
    for (const match of readFileSync(path, 'utf8').matchAll(
      /(?:from|import|import\(|url\()\s*['"]([^'".][^'"]*)['"]/g,
    )) {
      const [scope, name] = match[1].split('/')
      names.add(scope.startsWith('@') ? `${scope}/${name}` : scope)
    }
  }
  return [...names]
}

/** What runs at a host or in a visitor's browser: paths in the lock file. */
function shippedPackages() {
  const queue = [
    ...Object.keys(packages.server.dependencies).map((name) => resolvePackage(name, 'server')),
    ...Object.keys(packages.server.devDependencies)
      .filter((name) => name.startsWith('@fontsource-variable/') || name === '@zxcvbn-ts/language-common')
      .map((name) => resolvePackage(name, 'server')),
    ...importedBy('web').map((name) => resolvePackage(name, 'web')),
  ]
  const shipped = new Set()
  while (queue.length > 0) {
    const path = queue.pop()
    if (!path || shipped.has(path)) continue
    shipped.add(path)
    const { dependencies, optionalDependencies } = packages[path]
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      queue.push(resolvePackage(name, path))
    }
  }
  return [...shipped].filter((path) => path.includes('node_modules/'))
}

const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** The copyright lines of a licence text; those of a build for one platform are its parent's. */
function copyrightOf(path) {
  if (packages[path].os || packages[path].cpu || !existsSync(join(ROOT, path))) return ''
  const file = readdirSync(join(ROOT, path)).find((name) => /^(licen[cs]e|copying|notice)/i.test(name))
  if (!file) return ''
  const lines = readFileSync(join(ROOT, path, file), 'utf8').split('\n')
  const notices = lines
    .map((line) => line.trim())
    .filter((line) => /^(copyright\b.*\d{4}|(\(c\)|©)\s*\d{4})/i.test(line))
  return [...new Set(notices)].join('; ')
}

/**
 * What is shipped, in alphabetical order.
 * @returns {{ name: string, version: string, licence: string, integrity?: string, path: string }[]} `path` in the lock file
 */
export function shippedComponents() {
  const rows = shippedPackages().map((path) => {
    const { version, license = 'none stated', integrity } = packages[path]
    return { name: nameOf(path), version, licence: license, integrity, path }
  })
  // One version can lie in two folders.
  const unique = new Map(rows.map((row) => [`${row.name} ${row.version}`, row]))
  return [...unique.values()].sort((a, b) =>
    a.name === b.name ? compare(a.version, b.version) : compare(a.name, b.name),
  )
}

/**
 * The page, from the lock file and the installed packages.
 * @returns {{ text: string, refused: string[] }} `refused`: packages under a licence that is not accepted
 */
export function thirdParty() {
  const rows = shippedComponents().map((row) => ({ ...row, copyright: copyrightOf(row.path) }))
  const refused = rows
    .filter(({ licence }) => !isAccepted(licence))
    .map(({ name, version, licence }) => `${name} ${version}: ${licence}`)
  const lines = rows.map(
    ({ name, version, licence, copyright }) =>
      `- ${name} ${version}, ${licence}${copyright && `. ${copyright.replace(/\s+/g, ' ')}`}`,
  )
  const text = [
    '# Third-party software',
    '',
    'What Scanleaf ships beside its own code: the packages that run on the server and those in the pages of the',
    'browser, with what they need themselves. The full licence text of each lies in its folder of `node_modules`.',
    'Written by `npm run third-party`; `npm run check` fails when it is out of date.',
    '',
    ...lines,
    '',
  ].join('\n')
  return { text, refused }
}

const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0)

/** An SPDX expression: with OR one part suffices, with AND all must be accepted. */
const isAccepted = (licence) =>
  licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((part) => ACCEPTED.has(part)))

/** What `npm run check` complains about, one line for each. */
export function findThirdPartyErrors() {
  const { text, refused } = thirdParty()
  const isCurrent = existsSync(FILE) && readFileSync(FILE, 'utf8') === text
  return [
    ...refused.map((line) => `licence not accepted: ${line}`),
    ...(isCurrent ? [] : ['THIRD_PARTY.md is out of date: npm run third-party']),
  ]
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { text, refused } = thirdParty()
  writeFileSync(FILE, text)
  for (const line of refused) console.error(`licence not accepted: ${line}`)
  if (refused.length > 0) process.exitCode = 1
}
