import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ROOT } from '../lib/run-command.mjs'
import { walk } from '../lib/walk.mjs'

const MAX_LINES = 400
const FOLDERS = ['qr', 'shared', 'server', 'web', 'e2e', 'bench', 'scripts', 'simulators']

const readJson = (path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'))

/** Source files that have grown past one subject. */
export function findLongFiles() {
  return FOLDERS.flatMap((folder) => walk(join(ROOT, folder)))
    .filter((path) => /\.(ts|tsx|mjs|css)$/.test(path) && !path.endsWith('.gen.ts'))
    .map((path) => ({ path, lines: readFileSync(path, 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > MAX_LINES)
    .map(({ path, lines }) => `${relative(ROOT, path)} has ${lines} lines, at most ${MAX_LINES}`)
}

/** The lock file names packages and their hashes; where they come from is the business of each machine. */
export function findRegistriesInLock() {
  return Object.entries(readJson('package-lock.json').packages)
    .filter(([, { resolved }]) => resolved && /^[a-z+]+:/.test(resolved))
    .map(([path, { resolved }]) => `${path} names ${new URL(resolved).host}`)
}

/** Versions are exact, so that two machines run the same; the product has one, in the package.json of the root. */
export function findLooseVersions() {
  const { workspaces } = readJson('package.json')
  return ['.', ...workspaces].flatMap((folder) => {
    const { version: own, dependencies = {}, devDependencies = {} } = readJson(`${folder}/package.json`)
    const loose = Object.entries({ ...dependencies, ...devDependencies })
      .filter(([name, version]) => !(version === '*' && name.startsWith('@scanleaf/')))
      .filter(([, version]) => !/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
      .map(([name, version]) => `${folder}/package.json: ${name} ${version} is not an exact version`)
    if (folder !== '.' && own !== undefined) loose.push(`${folder}/package.json has a version of its own`)
    return loose
  })
}

/** Pages that name the test of each line; a line of the second may say that it has none. */
const PROOF_PAGES = { 'docs/security.md': /^$/, 'docs/security-asvs.md': /^none\b/ }

/** Lines without a test, and tests that do not exist. */
export function findMissingProofs() {
  return Object.entries(PROOF_PAGES).flatMap(([page, none]) => {
    const lines = readFileSync(join(ROOT, page), 'utf8').split('\n')
    const rows = lines.filter((line) => /^\| (?!threat |failure |no\. |---)/.test(line))
    return rows.flatMap((row) => {
      const cells = row.split(' | ')
      const proof = cells.at(-1) ?? ''
      const paths = [...proof.matchAll(/`([^`]+)`/g)].map(([, path]) => path)
      if (paths.length === 0 && !none.test(proof)) return [`${page}: no test for ${cells[0]}`]
      return paths
        .filter((path) => !existsSync(join(ROOT, path)))
        .map((path) => `${page}: there is no ${path}`)
    })
  })
}
