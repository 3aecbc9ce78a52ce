import { ensureInstalled } from './lib/install.mjs'

await ensureInstalled()
const { broken, runJourneys, runVitest, summarise } = await import('./test/suites.mjs')
const { BuildError, ensureBuilt } = await import('./build.mjs')
const { ensureBrowser } = await import('./test/find-browser.mjs')

const browser = await ensureBrowser()
if (browser) process.env.CHROMIUM_PATH = browser

// The tests of the server wait for calls that are never answered, those of the web for one page at a time: beside each
// other they leave no processor idle. The journeys have the machine for themselves.
const [server, others] = await Promise.all([runVitest('server', [], 'server'), inTurn()])
summarise([...others, server, await journeys()])

async function inTurn() {
  const outcomes = []
  for (const workspace of ['qr', 'shared', 'simulators', 'web'])
    outcomes.push(await runVitest(workspace, [], workspace, { isPrintedAtEnd: true }))
  return outcomes
}

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
