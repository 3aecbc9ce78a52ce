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

/** Versions are exact, so that two machines run the same. */
export function findLooseVersions() {
  const { workspaces } = readJson('package.json')
  return ['.', ...workspaces].flatMap((folder) => {
    const { dependencies = {}, devDependencies = {} } = readJson(`${folder}/package.json`)
    return Object.entries({ ...dependencies, ...devDependencies })
      .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
      .map(([name, version]) => `${folder}/package.json: ${name} ${version} is not an exact version`)
  })
}

/** docs/security.md names the test of each line: it must exist. */
export function findMissingProofs() {
  const page = readFileSync(join(ROOT, 'docs/security.md'), 'utf8')
  const rows = page.split('\n').filter((line) => /^\| (?!threat |failure |---)/.test(line))
  return rows.flatMap((row) => {
    const [attack, , proof = ''] = row.split(' | ')
    const paths = [...proof.matchAll(/`([^`]+)`/g)].map(([, path]) => path)
    if (paths.length === 0) return [`docs/security.md: no test for ${attack}`]
    return paths
      .filter((path) => !existsSync(join(ROOT, path)))
      .map((path) => `docs/security.md: there is no ${path}`)
  })
}
