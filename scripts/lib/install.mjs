import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, run } from './run-command.mjs'

/** Ends the process with one sentence when this Node is older than package.json asks. */
export function requireNode() {
  const { engines } = readJson('package.json')
  const wanted = engines.node.replace(/^>=/, '')
  if (compareVersions(process.versions.node, wanted) >= 0) return
  console.error(
    `Scanleaf needs Node.js ${wanted} or later and this is ${process.versions.node}: install a newer one from https://nodejs.org and run the command again.`,
  )
  process.exit(1)
}

/** Installs the packages of package-lock.json unless exactly those are there. */
export async function ensureInstalled() {
  requireNode()
  if (isInstalled()) return
  console.log('Installing packages (once, about a minute) ...')
  const { code } = await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
  if (code === 0) return
  console.error(
    'The packages could not be installed: see the message of npm above, then run the command again.',
  )
  process.exit(1)
}

/**
 * npm writes node_modules/.package-lock.json last, with what it really installed. Versions are compared rather than
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
    return installed[path] ? installed[path].version === version : Boolean(optional || devOptional)
  })
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
