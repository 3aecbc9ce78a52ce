import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { getPriority, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureHeadlessShell } from '../../scripts/test/find-browser.mjs'
import type { Visit } from '../load/pages-demo'

/** The last that runs on Node 20. Not among our packages: it would double what a fresh clone installs. */
const VERSION = '12.8.2'
const FOLDER = join(import.meta.dirname, '../../node_modules/.cache/lighthouse')
const BROWSER_ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic']
/** Before everything else on the machine (nice, of -20 to 19). */
const FIRST = -15

export interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; title: string; numericValue?: number }>
  environment: { benchmarkIndex: number }
  runtimeError?: { code: string; message: string }
}

/** The used part of the API of Lighthouse and of its launcher. */
type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Report } | undefined>
type Launch = (options: object) => Promise<{ port: number; process: NodeJS.EventEmitter; kill(): void }>

/** Fetches it from npm the first time. */
export async function loadLighthouse(): Promise<{ lighthouse: Lighthouse; launch: Launch }> {
  const partOf = (path: string) => join(FOLDER, 'node_modules', path)
  if (!existsSync(partOf('lighthouse')))
    execFileSync('npm', [
      'install',
      '--prefix',
      FOLDER,
      '--no-save',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      '--loglevel=error',
      `lighthouse@${VERSION}`,
    ])
  const load = (path: string) => import(pathToFileURL(partOf(path)).href)
  const [{ default: lighthouse }, { launch }] = await Promise.all([
    load('lighthouse/core/index.js'),
    load('chrome-launcher/dist/index.js'),
  ])
  return { lighthouse, launch }
}

/**
 * A browser started as Lighthouse starts it, with a profile in which somebody has signed in before. Nothing else takes
 * the processor from the page: the browser is the engine alone, without windows of its own; Playwright,
 * which signs in, has exited by then; and where priorities may be set (root) it runs before Lighthouse and the server,
 * which share its processors here and not a visitor's.
 * @param use is given the port for debugging
 */
export async function withBrowser(
  launch: Launch,
  signIn: Visit['signIn'],
  use: (port: number) => Promise<void>,
): Promise<void> {
  const executablePath = await ensureHeadlessShell()
  const profile = mkdtempSync(join(tmpdir(), 'scanleaf-pages-'))
  try {
    if (signIn) {
      const { chromium } = createRequire(import.meta.url)('playwright-core')
      const context = await chromium.launchPersistentContext(profile, { executablePath, args: BROWSER_ARGS })
      await signIn(context)
      await context.close()
    }
    const browser = await goingFirst(() =>
      launch({
        chromePath: executablePath,
        userDataDir: profile,
        chromeFlags: ['--headless', ...BROWSER_ARGS],
        logLevel: 'error',
      }),
    )
    const ended = new Promise((resolve) => browser.process.once('exit', resolve))
    const kill = () => browser.kill()
    process.once('exit', kill)
    try {
      await use(browser.port)
    } finally {
      process.off('exit', kill)
      kill()
      await ended
    }
  } finally {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** What `start` starts inherits the priority; without the right to set it, nothing changes. */
async function goingFirst<T>(start: () => Promise<T>): Promise<T> {
  const own = getPriority()
  try {
    setPriority(FIRST)
  } catch {
    return start()
  }
  try {
    return await start()
  } finally {
    setPriority(own)
  }
}

/** The audits of a category that a page did not pass, by their ids. */
export function weaknesses(reports: readonly Report[], category: string): string {
  const weak = reports.flatMap(({ categories, audits }) =>
    (categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => id),
  )
  return [...new Set(weak)].join(', ')
}
