import { ensureInstalled } from './lib/install.mjs'

await ensureInstalled()
const { broken, runJourneys, runVitest, summarise } = await import('./test/suites.mjs')
const { BuildError, ensureBuilt } = await import('./build.mjs')
const { ensureBrowser } = await import('./test/find-browser.mjs')

const browser = await ensureBrowser()
if (browser) process.env.CHROMIUM_PATH = browser

const outcomes = []
for (const workspace of ['qr', 'shared', 'simulators', 'server', 'web']) {
  outcomes.push(await runVitest(workspace, [], workspace))
}
outcomes.push(await journeys())
summarise(outcomes)

async function journeys() {
  if (!browser) {
    const message = 'No Chromium could be found or installed: install one, or name it in CHROMIUM_PATH.'
    return broken('journeys', message)
  }
  try {
    await ensureBuilt()
  } catch (error) {
    if (!(error instanceof BuildError)) throw error
    return broken('journeys', error.message)
  }
  return runJourneys('journeys', [])
}
