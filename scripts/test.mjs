import { ensureInstalled } from './install.mjs'

await ensureInstalled()
const { runJourneys, runVitest, summarise } = await import('./suites.mjs')
const { BuildError, ensureBuilt } = await import('./build.mjs')
const { ensureBrowser } = await import('./find-browser.mjs')

const browser = await ensureBrowser()
if (browser) process.env.CHROMIUM_PATH = browser

const outcomes = []
for (const workspace of ['qr', 'shared', 'server', 'web']) {
  outcomes.push(await runVitest(workspace, [], workspace))
}
outcomes.push(await journeys())
summarise(outcomes)

async function journeys() {
  const broken = { name: 'journeys', passed: 0, failed: 1, skipped: 0 }
  if (!browser) {
    console.error('No Chromium could be found or installed: install one, or name it in CHROMIUM_PATH.')
    return broken
  }
  try {
    await ensureBuilt()
  } catch (error) {
    if (!(error instanceof BuildError)) throw error
    console.error(error.message)
    return broken
  }
  return runJourneys('journeys', [])
}
