/**
 * Lighthouse (mobile preset) on the screens and the pages of the demo, on loopback.
 * `npm run bench:pages -- [--json] [--only=payment]`; Lighthouse is fetched from npm the first time.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { signInDemo, startDemo } from '../scripts/demo-server.mjs'
import { ensureBrowser } from '../scripts/find-browser.mjs'
import { freePorts } from '../scripts/free-ports.mjs'
import { isJson, Results } from './results'

/** The last that runs on Node 20. Not among our packages: it would double what a fresh clone installs. */
const VERSION = '12.8.2'
const FOLDER = join(import.meta.dirname, '../node_modules/.cache/lighthouse')
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const
const GOALS: Record<(typeof CATEGORIES)[number], number> = {
  performance: 95,
  accessibility: 100,
  'best-practices': 100,
}
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length)

interface Audited {
  lhr: {
    categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
    audits: Record<string, { score: number | null; title: string }>
    runtimeError?: { message: string }
  }
}

type Lighthouse = (url: string, flags: object) => Promise<Audited | undefined>

async function loadLighthouse(): Promise<Lighthouse> {
  const entry = join(FOLDER, 'node_modules/lighthouse/core/index.js')
  if (!existsSync(entry))
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
  return (await import(pathToFileURL(entry).href)).default
}

const lighthouse = await loadLighthouse()
const results = new Results('pages')
const { chromium } = createRequire(import.meta.url)('playwright-core')
const demo = await startDemo()
const profile = mkdtempSync(join(tmpdir(), 'scanleaf-pages-'))
const [port] = await freePorts(1)
const browser = await chromium.launchPersistentContext(profile, {
  executablePath: await ensureBrowser(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', `--remote-debugging-port=${port}`],
})

interface Code {
  contentType: string
  codeContent: string
  codeRedirect: string
}

/** The link of a code, and the page of the PDF. */
async function publicPages(): Promise<{ link: string; pdf: string }> {
  const call = async (path: string, authorization: string, method = 'GET') => {
    const response = await fetch(`${demo.appUrl}${path}`, { method, headers: { authorization } })
    return ((await response.json()) as { result: never }).result
  }
  const basic = Buffer.from(`demo:${demo.password}`).toString('base64')
  const { sid } = (await call('/identity/users/auth', `Basic ${basic}`, 'POST')) as { sid: string }
  const list = '/gateway/api/qrcode/user-codes?productId=dynamic-code'
  const codes: Code[] = await call(list, `Bearer ${sid}`)
  const pdf = codes.find(({ contentType }) => contentType === 'Website-pdf')
  return {
    link: codes[0]?.codeRedirect ?? '',
    pdf: (JSON.parse(pdf?.codeContent ?? '{}') as { content: string }).content,
  }
}

try {
  // Before anybody is signed in: afterwards the sign-in page leads on.
  const open = [['sign-in', `${demo.appUrl}/account/login?lng=vi`]] as const
  for (const [name, url] of open) await audit(name, url)
  const page = await browser.newPage()
  await signInDemo(page, demo)
  const { link, pdf } = await publicPages()
  for (const [name, url] of [
    ['dynamic codes', `${demo.appUrl}/dynamic-codes?lng=vi`],
    ['static codes', `${demo.appUrl}/static-codes?lng=vi`],
    ['generator', `${demo.appUrl}/dynamic-codes/generator?lng=vi`],
    ['scans', `${demo.appUrl}/scans?lng=vi`],
    ['payment', `${demo.appUrl}/payment/dashboard?lng=vi`],
    ['settings', `${demo.appUrl}/settings/domain?lng=vi`],
    ['help', `${demo.appUrl}/help?lng=vi`],
    ['help page', `${demo.appUrl}/help/first-code?lng=vi`],
    ['page of a PDF', pdf],
    ['preview of a code', `${link}+`],
  ] as const)
    await audit(name, url)
} finally {
  await browser.close()
  await demo.stop()
  rmSync(profile, { recursive: true, force: true })
}
results.print()

async function audit(name: string, url: string): Promise<void> {
  if (only !== undefined && !name.includes(only)) return
  // The session lies in the storage of the browser.
  const flags = { port, onlyCategories: CATEGORIES, disableStorageReset: true, logLevel: 'error' }
  const audited = await lighthouse(url, flags)
  if (!audited || audited.lhr.runtimeError)
    throw new Error(`${url}: ${audited?.lhr.runtimeError?.message ?? 'no result'}`)
  const { categories, audits } = audited.lhr
  for (const category of CATEGORIES) {
    const { score = null, auditRefs = [] } = categories[category] ?? {}
    results.record(`${name}: ${category}`, (score ?? 0) * 100, 'of 100', GOALS[category], 'higher')
    if (isJson || (score ?? 0) * 100 >= GOALS[category]) continue
    const weak = auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
    console.log(`${name}, ${category}: ${weak.map(({ id }) => id).join(', ')}`)
  }
}
