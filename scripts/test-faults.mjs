import { ensureInstalled } from './lib/install.mjs'

await ensureInstalled()
const { broken, runVitest, summarise } = await import('./test/suites.mjs')
const { BuildError, ensureBuilt } = await import('./build.mjs')

const name = process.env.HA === '1' ? 'high availability' : 'faults'
try {
  await ensureBuilt()
  summarise([await runVitest(name, ['--config', 'vitest.faults.config.ts'], 'server')])
} catch (error) {
  if (!(error instanceof BuildError)) throw error
  summarise([broken(name, error.message)])
}
