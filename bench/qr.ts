/**
 * Side by side: our QR engine against the npm packages qrcode, qr, uqr and qr-code-styling, Debian's qrencode and sharp,
 * on the same work in one run. `npm run bench:qr -- [--json] [--rounds=15]`. Contenders take turns in short batches; the
 * figures are medians of processor time. Our engine is bundled first, as the server and the browser run it.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { isJson, numberOption, Results } from './measure/results'
import { type InterleavedTiming, interleave } from './measure/side-by-side'
import { loadQrencode } from './peers/qrencode'
import { loadStyling } from './peers/styling'

type Engine = typeof import('@scanleaf/qr')
type Level = 'L' | 'M' | 'Q' | 'H'

const rounds = numberOption('rounds', 15)
/** A PNG takes half of the time that the C tool takes. */
const QRENCODE_GOAL = 2

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
    mainFields: ['module', 'main'],
  })
  const engine = (await import(pathToFileURL(outfile).href)) as Engine
  rmSync(folder, { recursive: true })
  return engine
}

const results = new Results('qr')

function print(title: string, turns: InterleavedTiming, note = ''): void {
  if (!isJson) console.log(`${title.padEnd(18)} ${turns.describe('qrcode')} ${note}`)
}

/** A round sign, as a company would put it in the middle. */
function signPixels(side: number): { width: number; height: number; data: Uint8Array } {
  const data = new Uint8Array(4 * side * side)
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const isInside = Math.hypot(x - side / 2, y - side / 2) < side / 2
      data.set([(200 * x) / side, 90, (200 * y) / side, isInside ? 255 : 0], 4 * (y * side + x))
    }
  }
  return { width: side, height: side, data }
}

const engine = await loadEngine()
const { DEFAULT_QR_SETTINGS: design, encodeSymbol, renderPng, renderSvg } = engine
const require = createRequire(join(import.meta.dirname, '../qr/package.json'))
const qrcode = require('qrcode')
const sharp = require('sharp')
const { default: encodeQr } = await import(pathToFileURL(require.resolve('qr')).href)
const uqr = await import(pathToFileURL(require.resolve('uqr')).href)
const styling = loadStyling()
const qrLevels = { L: 'low', M: 'medium', Q: 'quartile', H: 'high' } as const

async function compareMatrices(): Promise<void> {
  for (const { name, text, level, goal } of CONTENTS) {
    const turns = await interleave(
      {
        ours: () => encodeSymbol(text, { level }),
        qrcode: () => qrcode.create(text, { errorCorrectionLevel: level }),
        qr: () => encodeQr(text, 'raw', { ecc: qrLevels[level] }),
        uqr: () => uqr.encode(text, { ecc: level }),
      },
      rounds,
    )
    print(`matrix ${name}`, turns)
    results.record(`matrix ${name} against qrcode`, turns.speedOf('ours', 'qrcode'), '×', goal, 'higher')
    results.record(`matrix ${name} against qr`, turns.speedOf('ours', 'qr'), '×', 1, 'higher')
  }
}

/** qr-code-styling takes part only with the link: it did not finish on the vCard. */
function stylingOf(name: string, text: string, level: Level) {
  if (name !== 'link' || 'why' in styling) return null
  const options = { dotsOptions: { type: 'square', color: '#000000' } }
  return () => styling.draw({ text, level, size: 1000, margin: 96, options })
}

function recordStyling(metric: string, turns: InterleavedTiming, goal: number): void {
  if ('why' in styling) results.skip(metric, '×', goal, 'higher', styling.why)
  else results.record(metric, turns.speedOf('ours', 'styling'), '×', goal, 'higher')
}

async function compareSvg(): Promise<void> {
  for (const { name, text, level } of CONTENTS) {
    const peer = stylingOf(name, text, level)
    const turns = await interleave(
      {
        ours: () => renderSvg(encodeSymbol(text, { level }), design),
        qrcode: () => qrcode.toString(text, { type: 'svg', errorCorrectionLevel: level }),
        qr: () => encodeQr(text, 'svg', { ecc: qrLevels[level], border: 4 }),
        uqr: () => uqr.renderSVG(text, { ecc: level, border: 4 }),
        ...(peer && { styling: peer }),
      },
      rounds,
    )
    const bytes = renderSvg(encodeSymbol(text, { level }), design).length
    print(`SVG ${name}`, turns, `${bytes} bytes`)
    results.record(`SVG ${name} against qrcode`, turns.speedOf('ours', 'qrcode'), '×', 4, 'higher')
    if (name !== 'link') continue
    results.record('SVG link bytes', bytes, 'bytes', 2248, 'lower')
    recordStyling('SVG link against qr-code-styling', turns, 500)
  }
}

async function comparePng(): Promise<void> {
  const qrencode = loadQrencode()
  for (const { name, text, level } of CONTENTS) {
    const draw = (): Uint8Array => renderPng(encodeSymbol(text, { level }), design, { size: 1000 })
    const peer = stylingOf(name, text, level)
    const turns = await interleave(
      {
        ours: draw,
        qrcode: () => qrcode.toBuffer(text, { width: 1000, errorCorrectionLevel: level }),
        ...(peer && {
          styling: async () =>
            sharp(await peer())
              .png()
              .toBuffer(),
        }),
      },
      rounds,
    )
    const bytes = draw().length
    print(`PNG 1000 px ${name}`, turns, `${bytes} bytes`)
    if (name === 'link') {
      results.record('PNG link against qrcode', turns.speedOf('ours', 'qrcode'), '×', 300, 'higher')
      results.record('PNG link bytes', bytes, 'bytes', 1300, 'lower')
      // Its own way to a PNG needs node-canvas, of which npm holds no binary.
      recordStyling('PNG link against qr-code-styling, its SVG drawn by sharp', turns, 0)
    }
    const metric = `PNG ${name} against qrencode`
    if ('why' in qrencode) {
      results.skip(metric, '×', QRENCODE_GOAL, 'higher', qrencode.why)
      continue
    }
    const theirs = qrencode.measure(text, level, encodeSymbol(text, { level }).size)
    if (!isJson) {
      const time = theirs.milliseconds.toFixed(3)
      console.log(`${''.padEnd(18)} qrencode ${time} ms after its start, ${theirs.bytes} bytes`)
    }
    const speed = theirs.milliseconds / turns.medianOf('ours')
    results.record(metric, speed, '×', QRENCODE_GOAL, 'higher')
  }
}

/** Designs that plain runs of pixels cannot draw: the picture in the middle, and modules with soft edges. */
async function compareDesigns(): Promise<void> {
  const text = CONTENTS[0]?.text as string
  const logo = { kind: 'image', pixels: signPixels(200) } as const
  const designs = {
    'with logo': { ...design, logo },
    dots: { ...design, style: 'dots' },
  } as const
  for (const [name, looks] of Object.entries(designs)) {
    const turns = await interleave(
      {
        ours: () => renderPng(encodeSymbol(text), looks, { size: 1000 }),
        sharp: () =>
          sharp(Buffer.from(renderSvg(encodeSymbol(text), looks)))
            .png()
            .toBuffer(),
      },
      rounds,
    )
    if (!isJson) console.log(`${`PNG ${name}`.padEnd(18)} ${turns.describe('sharp')}`)
    const time = 1 / turns.speedOf('ours', 'sharp')
    results.record(`PNG ${name}: time of sharp from SVG`, time, '×', 0.4, 'lower')
  }
}

await compareMatrices()
await compareSvg()
await comparePng()
await compareDesigns()
results.print()
process.exit()
