import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, run } from './run-command.mjs'

/** The LTS release of Node.js that everything runs on, in `.nvmrc`. It comes as a package where npm has one. */
const PINNED_NODE = join(ROOT, 'node_modules/.bin/node')

/** Ends the process with one sentence when this Node is too old even to install the packages. */
export function requireNode() {
  const { engines } = readJson('package.json')
  requireVersion(engines.node.replace(/^>=/, ''))
}

function requireVersion(wanted) {
  if (compareVersions(process.versions.node, wanted) >= 0) return
  console.error(
    `Scanleaf needs Node.js ${wanted} or later and this is ${process.versions.node}: install a newer one from https://nodejs.org and run the command again.`,
  )
  process.exit(1)
}

/**
 * Installs the packages of package-lock.json unless exactly those are there, then makes sure that the calling script
 * runs on the pinned major of Node.js: on an older one it starts again on the pinned one, with the same arguments, and
 * this process ends as that one does. Scripts that call this must parse on the oldest Node of package.json.
 */
export async function ensureInstalled() {
  requireNode()
  if (!isInstalled()) {
    console.log('Installing packages (once, about a minute) ...')
    await install(process.execPath)
    // npm on an old Node leaves out optional packages that ask for a newer one, and says nothing.
    if (!isInstalled() && existsSync(PINNED_NODE)) await install(PINNED_NODE)
  }
  await startAgainOnPinnedNode()
}

async function install(node) {
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = process.env.npm_execpath
  const { code } = npm?.endsWith('.js') ? await run(node, [npm, ...args]) : await run('npm', args)
  if (code === 0) return
  console.error(
    'The packages could not be installed: see the message of npm above, then run the command again.',
  )
  process.exit(1)
}

async function startAgainOnPinnedNode() {
  const pinned = readFileSync(join(ROOT, '.nvmrc'), 'utf8').trim()
  const [major] = pinned.split('.')
  if (compareVersions(process.versions.node, `${major}.0.0`) >= 0) return
  if (!existsSync(PINNED_NODE)) requireVersion(`${major}.0.0`)
  const child = spawn(PINNED_NODE, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}` },
  })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (exitCode, signal) => resolve(exitCode ?? (signal === 'SIGINT' ? 130 : 1)))
  })
  process.exit(code)
}

/**
 * npm writes node_modules/.package-lock.json last, with the installed versions. Versions are compared rather than
 * dates, which a checkout changes.
 */
function isInstalled() {
  let installed
  try {
    installed = readJson('node_modules/.package-lock.json').packages
  } catch {
    return false
  }
  const wanted = readJson('package-lock.json').packages
  return Object.entries(wanted).every(([path, { version, link, optional, devOptional }]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true
    if (link) return installed[path]?.link === true
    if (installed[path]) return installed[path].version === version
    return Boolean(optional || devOptional) && !isMadeForThis(wanted[path])
  })
}

/** Whether an optional package is one for this system: the others are left out by npm as they should be. */
function isMadeForThis({ os, cpu, libc }) {
  const holds = (list, own) => list === undefined || [list].flat().includes(own)
  if (os === undefined && cpu === undefined) return false
  return (
    holds(os, process.platform) && holds(cpu, process.arch) && (libc === undefined || holds(libc, ownLibc()))
  )
}

let libcOfThis
function ownLibc() {
  process.report.excludeNetwork = true
  libcOfThis ??= process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
  return libcOfThis
}

const readJson = (path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'))

function compareVersions(a, b) {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number))
  for (let i = 0; i < 3; i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
