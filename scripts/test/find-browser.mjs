import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { run, runTool } from '../lib/run-command.mjs'

const USUAL_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'

/**
 * Path of a Chromium that is installed, or null: `CHROMIUM_PATH`, the headless shell, the usual places, then
 * Playwright's own download. The shell is the same engine without windows, which take almost half of the processor time
 * of a journey; the nightly run uses a whole Chromium.
 * @returns {string | null}
 */
export function findBrowser() {
  const { chromium } = createRequire(import.meta.url)('playwright-core')
  const shells = process.env.NIGHTLY === '1' ? [] : [HEADLESS_SHELL]
  const candidates = [process.env.CHROMIUM_PATH, ...shells, ...USUAL_PATHS, chromium.executablePath()]
  return candidates.find((path) => path && existsSync(path)) ?? null
}

/**
 * As `findBrowser`, and when there is none installs one: Playwright's download, else Debian's package (as root).
 * @returns {Promise<string | null>} null when neither works
 */
export async function ensureBrowser() {
  const found = findBrowser()
  if (found) return found
  console.error('No Chromium found: downloading the one of Playwright ...')
  await runTool('playwright-core/cli.js', ['install', '--no-shell', 'chromium'])
  const downloaded = findBrowser()
  if (downloaded && (await starts(downloaded))) return downloaded
  await installFromSystem('chromium')
  const installed = findBrowser()
  return installed && (await starts(installed)) ? installed : null
}

/**
 * The engine without a window, tabs and menus of its own, which in a whole Chromium compete with the page that is
 * measured; else a whole one, and the one of `CHROMIUM_PATH` before all.
 * @returns {Promise<string | null>} as `ensureBrowser`
 */
export async function ensureHeadlessShell() {
  if (process.env.CHROMIUM_PATH) return ensureBrowser()
  if (!existsSync(HEADLESS_SHELL)) await installFromSystem('chromium-headless-shell')
  return existsSync(HEADLESS_SHELL) && (await starts(HEADLESS_SHELL)) ? HEADLESS_SHELL : ensureBrowser()
}

async function installFromSystem(debianPackage) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.error(`Installing ${debianPackage} of the system ...`)
  await run('apt-get', ['update', '-qq'])
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', debianPackage], {
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  })
}

/** A download without the system libraries it needs is there and yet of no use. */
const starts = async (path) => (await run(path, ['--version'], { capture: true })).code === 0
