import { ensureInstalled } from './lib/install.mjs'

/*
 * `npm run test:soak [-- --minutes=120] [-- --json]`: the whole product under load while its processes are killed
 * (docs/security.md). The exit code is 1 when a threshold is not reached.
 */
await ensureInstalled()
const { ensureBuilt } = await import('./build.mjs')
const { tsImport } = await import('tsx/esm/api')

const isJson = process.argv.includes('--json')
const minutes = Number(process.argv.find((each) => each.startsWith('--minutes='))?.split('=')[1] ?? 120)
if (!(minutes > 0)) throw new Error('--minutes needs a number greater than 0, for example --minutes=120')

await ensureBuilt()
const { soak, thresholdsOf, everyTenth } = await tsImport('../server/faults/soak/index.ts', import.meta.url)
const soaked = await soak(minutes, (line) => !isJson && console.log(line))
const thresholds = thresholdsOf(soaked)
const { findings, rss, kept, ...figures } = soaked
// MiB, every ten minutes.
const memory = { rss: everyTenth(rss), kept: everyTenth(kept) }
if (isJson) console.log(JSON.stringify({ ...figures, memory, bars: thresholds, findings: findings.first }))
else {
  console.log({ ...figures, memory })
  for (const { name, value, limit, ok } of thresholds)
    console.log(
      `${ok === null ? 'too short' : ok ? 'ok       ' : 'FAILED   '}  ${name}: ${value} (at most ${limit})`,
    )
  for (const each of findings.first) console.log(each)
}
process.exitCode = thresholds.some(({ ok }) => ok === false) ? 1 : 0
