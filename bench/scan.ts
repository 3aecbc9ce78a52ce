/**
 * Side by side: our presets and designs of qr-code-styling, read by ZXing, jsQR and, where it is installed, zbar under
 * conditions that the scan check was not tuned on. `npm run bench:scan -- [--json] [--sample=200] [--seed=5000]`;
 * with a sample it also tells how often the verdicts of the scan check hold on random designs.
 */

import { encodeSymbol, QR_PRESETS, type RgbaPixels } from '@scanleaf/qr'
import { scanCheck } from '@scanleaf/qr/scan-check'
import sharp from 'sharp'
import { symbolFor } from '../qr/src/scan-check/check'
import { SCAN_DECODERS } from '../qr/src/testing/decoders'
import { HeldOutPictures } from '../qr/src/testing/held-out'
import { JUDGES, judge, type Robustness } from '../qr/src/testing/robustness'
import { SAMPLE_CONTENTS, sampleDesign } from '../qr/src/testing/sample-designs'
import { isJson, median, numberOption, Results } from './results'
import { loadStyling } from './styling'

const MARGIN = 4
/** Pixels a module of the drawings of peers, which are scaled as vectors. */
const PEER_MODULE = 8
const SAMPLE = numberOption('sample', 0)
const FIRST_SEED = numberOption('seed', 5000)

const results = new Results('scan')

const tell = (line: string): void => {
  if (!isJson) console.log(line)
}

function describe(name: string, { isRobust, score, lost, failed, wrong }: Robustness): string {
  const verdict = isRobust ? 'robust' : `fails: ${failed.join(', ')}`
  const other = wrong > 0 ? `, ANOTHER TEXT READ ${wrong} times` : ''
  return `${name.padEnd(34)} score ${score.toFixed(0)}, lost ${lost.toFixed(1)}, ${verdict}${other}`
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

async function scorePresets(): Promise<Robustness[]> {
  const found: Robustness[] = []
  for (const [content, text] of Object.entries(SAMPLE_CONTENTS)) {
    for (const [name, design] of Object.entries(QR_PRESETS)) {
      const symbol = encodeSymbol(text, { level: design.errorCorrectionLevel })
      const verdict = await judge(HeldOutPictures.of(symbol, design), text, symbol.level, true)
      tell(describe(`ours ${name}, ${content}`, verdict))
      found.push(verdict)
    }
  }
  return found
}

/** Designs of the peer by its own options; the rest are its defaults. */
const STYLINGS: Readonly<Record<string, Record<string, unknown>>> = {
  square: {},
  dots: { dotsOptions: { type: 'dots' } },
  rounded: { dotsOptions: { type: 'rounded' } },
  classy: { dotsOptions: { type: 'classy' } },
  'extra-rounded': {
    dotsOptions: { type: 'extra-rounded' },
    cornersSquareOptions: { type: 'extra-rounded' },
    cornersDotOptions: { type: 'dot' },
  },
  'eyes as dots': { dotsOptions: { type: 'dots' }, cornersSquareOptions: { type: 'dot' } },
}

/** Draws an SVG file at the sizes that the conditions ask for. */
async function drawingsOf(svg: Buffer): Promise<Map<number, RgbaPixels>> {
  const drawings = new Map<number, RgbaPixels>()
  for (const module of HeldOutPictures.modules) {
    const { data, info } = await sharp(svg, { density: (72 * module) / PEER_MODULE })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    drawings.set(module, { data, width: info.width, height: info.height })
  }
  return drawings
}

async function scorePeers(): Promise<Robustness[] | { why: string }> {
  const styling = loadStyling()
  if ('why' in styling) return styling
  const found: Robustness[] = []
  for (const content of ['link', 'vCard'] as const) {
    const text = SAMPLE_CONTENTS[content]
    for (const [name, options] of Object.entries(STYLINGS)) {
      const { size } = encodeSymbol(text, { level: 'H' })
      const svg = await styling.draw({
        text,
        level: 'H',
        size: PEER_MODULE * (size + 2 * MARGIN),
        margin: PEER_MODULE * MARGIN,
        options,
      })
      const drawings = await drawingsOf(svg)
      const pictures = new HeldOutPictures((module) => drawings.get(module) as RgbaPixels)
      const verdict = await judge(pictures, text, 'H', true)
      tell(describe(`qr-code-styling ${name}, ${content}`, verdict))
      found.push(verdict)
    }
  }
  return found
}

/** How often the verdicts hold, and what a check costs. */
async function scoreVerdicts(): Promise<void> {
  const held = { passed: 0, robust: 0, rejected: 0, fragile: 0, wrong: 0 }
  const times: Record<string, number[]> = {}
  for (let seed = FIRST_SEED; seed < FIRST_SEED + SAMPLE; seed++) {
    const { content, text, design } = sampleDesign(seed)
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
    if (passes !== isRobust) tell(`seed ${seed}: ${passes ? 'passes, is not robust' : 'rejected, is robust'}`)
  }
  tell(`${held.passed} designs pass, ${held.rejected} are rejected, seeds from ${FIRST_SEED}`)
  results.record('designs that pass and are robust', (100 * held.robust) / held.passed, '%', 98, 'higher')
  results.record('rejected designs that are not', (100 * held.fragile) / held.rejected, '%', 90, 'higher')
  results.record('sampled designs read as another text', held.wrong, 'cells', 0, 'lower')
  for (const [content, spent] of Object.entries(times))
    tell(`check of a ${content}: ${median(spent).toFixed(0)} ms`)
  results.record('processor time of a check, link', median(times['link'] ?? []), 'ms', 300, 'lower')
}

tell(`decoders: ${JUDGES.join(', ')}`)
const presets = await scorePresets()
const lost = presets.map((verdict) => verdict.lost)
const robust = presets.filter(({ isRobust }) => isRobust).length
results.record('presets that are robust on all contents', (100 * robust) / presets.length, '%', 100, 'higher')
results.record('most points lost by a preset', Math.max(...lost), 'points', 5, 'lower')
results.record('points lost by the presets on average', mean(lost), 'points', 2.5, 'lower')
const misread = presets.reduce((sum, { wrong }) => sum + wrong, 0)
results.record('presets read as another text', misread, 'cells', 0, 'lower')
const peers = await scorePeers()
const metric = 'points lost on average, against qr-code-styling'
if ('why' in peers) results.skip(metric, '×', 1, 'lower', peers.why)
else {
  const theirs = mean(peers.map((verdict) => verdict.lost))
  const share = (100 * peers.filter(({ isRobust }) => isRobust).length) / peers.length
  tell(`qr-code-styling: ${share.toFixed(0)} % robust, ${theirs.toFixed(1)} points lost on average`)
  results.record(metric, mean(lost) / theirs, '×', 1, 'lower')
}
if (SAMPLE > 0) await scoreVerdicts()
results.print()
process.exit()
