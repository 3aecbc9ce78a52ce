/**
 * Side by side: our QR engine against the npm packages qrcode, qr and uqr on the same work in one run.
 * `npx tsx bench/qr.ts [--json] [--rounds=25]`. Contenders take turns in short batches; the figures are medians.
 * Our engine is bundled first, as the server and the browser run it.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

type Engine = typeof import('@scanleaf/qr')
type Level = 'L' | 'M' | 'Q' | 'H'
type Work = () => unknown

interface Result {
  metric: string
  value: number
  unit: string
  goal: number
  better: 'higher' | 'lower'
  ok: boolean
}

const isJson = process.argv.includes('--json')
const rounds = Number(process.argv.find((argument) => argument.startsWith('--rounds='))?.slice(9) ?? 25)
const BATCH_MS = 20
const WARM_UP_MS = 2000

const VCARD = [
  'BEGIN:VCARD',
  'VERSION:3.0',
  'N:Nguyen;An;;;',
  'FN:An Nguyen',
  'ORG:Example Company Limited',
  'TITLE:Software engineer',
  'TEL;TYPE=CELL:+84901234567',
  'EMAIL:an.nguyen@example.vn',
  'ADR:;;12 Tran Hung Dao Street;Ward 1;Ho Chi Minh City;700000;Vietnam',
  'URL:https://example.vn/people/an',
  'NOTE:',
].join('\n')
const CONTENTS: readonly { name: string; text: string; level: Level; goal: number }[] = [
  { name: 'link', text: 'https://qr.example/ABCD1234', level: 'H', goal: 11 },
  { name: 'vCard', text: `${VCARD.padEnd(290, 'lorem ipsum ')}\nEND:VCARD`, level: 'H', goal: 15 },
  {
    name: 'text',
    text: 'Lorem ipsum dolor sit amet, consectetur adipiscing elit. '.repeat(30).slice(0, 1500),
    level: 'M',
    goal: 16,
  },
]

async function loadEngine(): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), 'scanleaf-bench-'))
  const outfile = join(folder, 'qr.mjs')
  await build({
    entryPoints: [join(import.meta.dirname, '../qr/src/index.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
  })
  const engine = (await import(pathToFileURL(outfile).href)) as Engine
  rmSync(folder, { recursive: true })
  return engine
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number

/** Milliseconds of one call, over a batch of about {@link BATCH_MS}. */
async function timeBatch(work: Work, calls: number): Promise<number> {
  const start = performance.now()
  for (let call = 0; call < calls; call++) {
    const answer = work()
    if (answer instanceof Promise) await answer
  }
  return (performance.now() - start) / calls
}

/** Median milliseconds of a call for each contender; every round gives each of them one batch. */
async function compare(contenders: Readonly<Record<string, Work>>): Promise<Record<string, number>> {
  const entries = Object.entries(contenders)
  const calls: Record<string, number> = {}
  const times: Record<string, number[]> = {}
  for (const [name, work] of entries) {
    const perCall = await timeBatch(work, 3)
    // by calls and not by time: on a busy machine a short time is not enough to get compiled
    await timeBatch(work, Math.min(20_000, Math.max(10, Math.round(WARM_UP_MS / perCall))))
    calls[name] = Math.max(1, Math.round(BATCH_MS / (await timeBatch(work, 20))))
    times[name] = []
  }
  for (let round = 0; round < rounds; round++) {
    for (const [name, work] of entries) {
      times[name]?.push(await timeBatch(work, calls[name] as number))
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, values]) => [name, median(values)]))
}

function report(title: string, medians: Readonly<Record<string, number>>, note = ''): void {
  if (isJson) return
  const base = medians['qrcode'] as number
  const columns = Object.entries(medians).map(
    ([name, ms]) => `${name} ${ms.toFixed(4)} ms (×${(base / ms).toFixed(2)})`,
  )
  console.log(`${title.padEnd(20)} ${columns.join('  ')} ${note}`)
}

const results: Result[] = []
function record(metric: string, value: number, unit: string, goal: number, better: 'higher' | 'lower'): void {
  const ok = better === 'higher' ? value >= goal : value <= goal
  results.push({ metric, value: Number(value.toFixed(3)), unit, goal, better, ok })
}

const ratioOf = (medians: Readonly<Record<string, number>>): number =>
  (medians['qrcode'] as number) / (medians['ours'] as number)

async function run(): Promise<void> {
  const engine = await loadEngine()
  const require = createRequire(join(import.meta.dirname, '../qr/package.json'))
  const qrcode = require('qrcode')
  const { default: encodeQr } = await import(pathToFileURL(require.resolve('qr')).href)
  const uqr = await import(pathToFileURL(require.resolve('uqr')).href)
  const qrLevels = { L: 'low', M: 'medium', Q: 'quartile', H: 'high' } as const
  const { DEFAULT_QR_SETTINGS: design, encodeSymbol, renderPng, renderSvg } = engine

  for (const { name, text, level, goal } of CONTENTS) {
    const medians = await compare({
      ours: () => encodeSymbol(text, { level }),
      qrcode: () => qrcode.create(text, { errorCorrectionLevel: level }),
      qr: () => encodeQr(text, 'raw', { ecc: qrLevels[level] }),
      uqr: () => uqr.encode(text, { ecc: level }),
    })
    report(`matrix ${name}`, medians)
    record(`matrix ${name} against qrcode`, ratioOf(medians), '×', goal, 'higher')
  }
  for (const { name, text, level } of CONTENTS) {
    const svgMedians = await compare({
      ours: () => renderSvg(encodeSymbol(text, { level }), design),
      qrcode: () => qrcode.toString(text, { type: 'svg', errorCorrectionLevel: level }),
      qr: () => encodeQr(text, 'svg', { ecc: qrLevels[level], border: 4 }),
      uqr: () => uqr.renderSVG(text, { ecc: level, border: 4 }),
    })
    const svgBytes = renderSvg(encodeSymbol(text, { level }), design).length
    report(`SVG ${name}`, svgMedians, `${svgBytes} bytes`)
    record(`SVG ${name} against qrcode`, ratioOf(svgMedians), '×', 6, 'higher')
    const pngMedians = await compare({
      ours: () => renderPng(encodeSymbol(text, { level }), design, { size: 1000 }),
      qrcode: () => qrcode.toBuffer(text, { width: 1000, errorCorrectionLevel: level }),
    })
    const pngBytes = renderPng(encodeSymbol(text, { level }), design, { size: 1000 }).length
    report(`PNG 1000 px ${name}`, pngMedians, `${pngBytes} bytes`)
    record(`PNG ${name} against qrcode`, ratioOf(pngMedians), '×', name === 'link' ? 300 : 1, 'higher')
    if (name !== 'link') continue
    record('SVG link bytes', svgBytes, 'bytes', 1960, 'lower')
    record('PNG link bytes', pngBytes, 'bytes', 1300, 'lower')
  }
  if (existsSync('/usr/bin/qrencode') && !isJson) {
    const link = CONTENTS[0]?.text as string
    const ms = await timeBatch(() => execFileSync('qrencode', ['-l', 'H', '-s', '24', '-o', '-', link]), 20)
    console.log(`qrencode, a process for each PNG: ${ms.toFixed(2)} ms`)
  }
  if (isJson) console.log(JSON.stringify({ bench: 'qr', results }))
  else
    for (const { metric, value, unit, goal, ok } of results)
      console.log(`${ok ? 'ok  ' : 'MISS'} ${metric}: ${value} ${unit} (goal ${goal})`)
}

await run()
