import { ensureInstalled } from './lib/install.mjs'

/** `npm run simulators [-- --start]`: every payment gateway on loopback, for a server on this machine. */
await ensureInstalled()
const { tsImport } = await import('tsx/esm/api')
const { startSimulators } = await tsImport('../simulators/src/index.ts', import.meta.url)

const FIRST_PORT = 4400
const appUrl = process.env.APP_URL || `http://localhost:${process.env.PORT || '3000'}`
const all = await startSimulators({ appUrl, firstPort: FIRST_PORT })

if (process.argv.includes('--start')) {
  Object.assign(process.env, all.settings)
  // In this process: Ctrl-C ends both.
  await import('./start.mjs')
} else {
  console.log(`The gateways send their webhooks to ${appUrl}. Start it with these lines in .env:\n`)
  for (const [name, value] of Object.entries(all.settings)) console.log(`${name}="${value}"`)
  console.log(
    `\nA transfer comes in: curl ${all.sepay.url}/lines --json '{"amount":99000,"content":"QC..."}'`,
  )
}
