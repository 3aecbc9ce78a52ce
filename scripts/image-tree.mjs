import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { UNBUNDLED } from './build.mjs'
import { ROOT } from './lib/run-command.mjs'

/** Beside the packages; the scripts folder only has what the health check of the image runs. */
const BUILT = ['package.json', 'server/dist', 'web/dist', 'scripts/healthcheck.mjs']
/** Whose dependencies a bundle of the server can load. */
const WORKSPACES = ['qr', 'shared', 'server']
/** For compilers and debuggers of a package, never for running it. */
const UNUSED = /\.(d\.[cm]?ts|map|tsbuildinfo)$/

/**
 * Copies what the image holds: what was built, and of the packages only those that stay outside the bundles, each with
 * its own dependencies. Everything else is in the bundles already.
 * @param {string} destination a folder that does not exist
 * @param {string} [packages] folder whose `node_modules` were installed from package-lock.json, for another processor too
 */
export function copyImageTree(destination, packages = ROOT) {
  mkdirSync(destination, { recursive: true })
  for (const path of BUILT) copy(join(ROOT, path), join(destination, path))
  for (const path of findPackages(packages)) copy(join(packages, path), join(destination, path))
}

function copy(source, destination) {
  mkdirSync(dirname(destination), { recursive: true })
  // A package in the node_modules of another one is a path of its own.
  const filter = (path) => basename(path) !== 'node_modules' && !UNUSED.test(path)
  cpSync(source, destination, {
    recursive: true,
    filter: source.includes('node_modules') ? filter : undefined,
  })
}

/** @returns {string[]} paths of packages in package-lock.json that the bundles load, directly or not */
function findPackages(folder) {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const isUnbundled = (name) =>
    UNBUNDLED.some(
      (pattern) => name === pattern || (pattern.endsWith('*') && name.startsWith(pattern.slice(0, -1))),
    )
  const found = new Set()
  const add = (from, name, isOptional) => {
    const path = locate(packages, from, name)
    if (path === undefined || !existsSync(join(folder, path))) {
      // Such as the native code of another processor.
      if (isOptional) return
      throw new Error(`${name} is not installed, and ${from} needs it.`)
    }
    if (found.has(path)) return
    found.add(path)
    const {
      dependencies = {},
      optionalDependencies = {},
      peerDependencies = {},
      peerDependenciesMeta = {},
    } = packages[path]
    for (const next of Object.keys(dependencies)) add(path, next, next in optionalDependencies)
    for (const next of Object.keys(optionalDependencies)) add(path, next, true)
    for (const next of Object.keys(peerDependencies)) add(path, next, !!peerDependenciesMeta[next]?.optional)
  }
  for (const workspace of WORKSPACES)
    for (const name of Object.keys(packages[workspace].dependencies ?? {}))
      if (isUnbundled(name)) add(workspace, name, false)
  return [...found].sort()
}

/** Where Node.js finds a package that is imported from a folder: in its node_modules, or in those of a parent. */
function locate(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (path in packages) return path
    if (folder === '') return undefined
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [destination, packages] = process.argv.slice(2)
  if (destination === undefined) {
    console.error('Usage: node scripts/image-tree.mjs FOLDER [FOLDER WITH node_modules]')
    process.exit(1)
  }
  copyImageTree(destination, packages)
}
