import { ensureInstalled } from './lib/install.mjs'

await ensureInstalled()
const { broken, runVitest, summarise } = await import('./test/suites.mjs')
const { BuildError, ensureBuilt } = await import('./build.mjs')

try {
  await ensureBuilt()
  summarise([await runVitest('faults', ['--config', 'vitest.faults.config.ts'], 'server')])
} catch (error) {
  if (!(error instanceof BuildError)) throw error
  summarise([broken('faults', error.message)])
}
