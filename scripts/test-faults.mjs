import { ensureInstalled } from './lib/install.mjs'

await ensureInstalled()
const { runFaults } = await import('./test/run-suites.mjs')
const { summarise } = await import('./test/suites.mjs')

summarise([await runFaults(process.env.HA === '1' ? 'high availability' : 'faults')])
