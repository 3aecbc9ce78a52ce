import { ensureInstalled } from './install.mjs'

await ensureInstalled()
const { runVitest, summarise } = await import('./suites.mjs')
const { BuildError, ensureBuilt } = await import('./build.mjs')

try {
  await ensureBuilt()
  summarise([await runVitest('faults', ['--config', 'vitest.faults.config.ts'], 'server')])
} catch (error) {
  if (!(error instanceof BuildError)) throw error
  console.error(error.message)
  summarise([{ name: 'faults', passed: 0, failed: 1, skipped: 0 }])
}
