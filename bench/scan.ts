/**
 * Side by side: our designs and those of qr-code-styling, read by ZXing, jsQR and, where it is installed, zbar under
 * conditions that the scan check was not tuned on. `npm run bench:scan -- [--json] [--sample=400] [--seed=20000]`;
 * it also measures how often the verdicts of the scan check hold on a sample of random designs, and on `--framed=100` of
 * them in frames; 0 leaves that out, `--only-framed` all else.
 */

import { QR_PRESETS } from '@scanleaf/qr'
import { scanCheck } from '@scanleaf/qr/scan-check'
import { symbolFor } from '../qr/src/scan-check/check'
import { SCAN_DECODERS } from '../qr/src/testing/decoders'
import { HeldOutPictures } from '../qr/src/testing/held-out'
import { JUDGES, judge, type Robustness } from '../qr/src/testing/robustness'
import {
  framedDesign,
  SAMPLE_CONTENTS,
  type SampleDesign,
  sampleDesign,
} from '../qr/src/testing/sample-designs'
import { isJson, median, numberOption, Results } from './measure/results'
import { judgeOurs, judgeTheirs, stylesOfBoth } from './peers/scan-styles'
import { loadStyling } from './peers/styling'

const CONTENTS = Object.keys(SAMPLE_CONTENTS) as (keyof typeof SAMPLE_CONTENTS)[]
const SAMPLE = numberOption('sample', 400)
const FRAMED = numberOption('framed', 100)
const FIRST_SEED = numberOption('seed', 20000)

const results = new Results('scan')

const print = (line: string): void => {
  if (!isJson) console.log(line)
}

function describe(name: string, { isRobust, score, lost, failed, wrong }: Robustness): string {
  const verdict = isRobust ? 'robust' : `fails: ${failed.join(', ')}`
  const other = wrong > 0 ? `, ANOTHER TEXT READ ${wrong} times` : ''
  return `${name.padEnd(34)} score ${score.toFixed(1)}, lost ${lost.toFixed(1)}, ${verdict}${other}`
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

async function scorePresets(): Promise<void> {
  const found: Robustness[] = []
  for (const content of CONTENTS) {
    for (const [name, design] of Object.entries(QR_PRESETS)) {
      const verdict = await judgeOurs(design, content)
      print(describe(`preset ${name}, ${content}`, verdict))
      found.push(verdict)
    }
  }
  const lost = found.map((verdict) => verdict.lost)
  const robust = found.filter(({ isRobust }) => isRobust).length
  const misread = found.reduce((sum, { wrong }) => sum + wrong, 0)
  results.record('presets that are robust on all contents', (100 * robust) / found.length, '%', 100, 'higher')
  results.record('most points lost by a preset', Math.max(...lost), 'points', 5, 'lower')
  results.record('points lost by the presets on average', mean(lost), 'points', 2.5, 'lower')
  results.record('presets read as another text', misread, 'cells', 0, 'lower')
}

/** In each style and on each content our score less that of the best of the peer. */
async function scoreStyles(): Promise<void> {
  const peer = loadStyling()
  const all: Robustness[] = []
  for (const [style, { ours, theirs }] of Object.entries(await stylesOfBoth())) {
    for (const content of CONTENTS) {
      const metric = `${style}, ${content}: score above the best of qr-code-styling`
      const own = await judgeOurs(ours, content)
      print(describe(`ours ${style}, ${content}`, own))
      if ('why' in peer) {
        results.skip(metric, 'points', 0, 'higher', peer.why)
        continue
      }
      const rivals: Robustness[] = []
      for (const [name, options] of Object.entries(theirs)) {
        const rival = await judgeTheirs(peer, options, content)
        print(describe(`qr-code-styling ${name}, ${content}`, rival))
        rivals.push(rival)
      }
      all.push(...rivals)
      results.record(metric, own.score - Math.max(...rivals.map(({ score }) => score)), 'points', 0, 'higher')
    }
  }
  const robust = all.filter(({ isRobust }) => isRobust).length
  if (all.length > 0) print(`qr-code-styling: ${((100 * robust) / all.length).toFixed(0)} % robust`)
}

/** How often the verdicts hold, and the cost of a check. */
async function scoreVerdicts(
  designOf: (seed: number) => SampleDesign,
  count: number,
  kind: string,
): Promise<void> {
  const held = { passed: 0, robust: 0, rejected: 0, fragile: 0, wrong: 0 }
  const times: Record<string, number[]> = {}
  for (let seed = FIRST_SEED; seed < FIRST_SEED + count; seed++) {
    const { content, text, design } = designOf(seed)
    const start = process.cpuUsage()
    const { passes } = await scanCheck(text, design, SCAN_DECODERS)
    const { user, system } = process.cpuUsage(start)
    times[content] = [...(times[content] ?? []), (user + system) / 1000]
    const symbol = symbolFor(text, design)
    const { isRobust, wrong } = await judge(HeldOutPictures.of(symbol, design), text, symbol.level, false)
    held.wrong += wrong
    if (passes) {
      held.passed++
      if (isRobust) held.robust++
    } else {
      held.rejected++
      if (!isRobust) held.fragile++
    }
    if (passes !== isRobust)
      print(`seed ${seed}: ${passes ? 'passes, is not robust' : 'rejected, is robust'}`)
  }
  print(`${held.passed} ${kind}designs pass, ${held.rejected} are rejected, seeds from ${FIRST_SEED}`)
  results.record(
    `${kind}designs that pass and are robust`,
    (100 * held.robust) / held.passed,
    '%',
    98,
    'higher',
  )
  results.record(
    `rejected ${kind}designs that are not`,
    (100 * held.fragile) / held.rejected,
    '%',
    90,
    'higher',
  )
  results.record(`sampled ${kind}designs read as another text`, held.wrong, 'cells', 0, 'lower')
  for (const [content, spent] of Object.entries(times))
    print(`check of a ${kind}${content}: ${median(spent).toFixed(0)} ms`)
  results.record(`processor time of a check, ${kind}link`, median(times['link'] ?? []), 'ms', 300, 'lower')
}

print(`decoders: ${JUDGES.join(', ')}`)
if (!process.argv.includes('--only-framed')) {
  await scorePresets()
  await scoreStyles()
  if (SAMPLE > 0) await scoreVerdicts(sampleDesign, SAMPLE, '')
}
if (FRAMED > 0) await scoreVerdicts(framedDesign, FRAMED, 'framed ')
results.print()
process.exit()
