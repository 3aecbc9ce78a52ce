/**
 * Files of many codes as the server makes them, beside python-qrcode with Pillow and reportlab (Debian: python3-qrcode,
 * python3-reportlab). `npm run bench:files -- [--json] [--codes=1000] [--many=10000]`. Seconds are of the wall clock,
 * because ours draws in several processes; memory is what the server process holds above rest. Redirects meanwhile need a
 * build (`npm run bench -- files` makes one).
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DEFAULT_QR_SETTINGS, type QrCustomSettings } from '@scanleaf/qr'
import { CodeSheet, type CodeZip } from '@scanleaf/shared'
import { readability, sheetBytes } from '../server/src/features/code-files/sheet-pages'
import { zipEntries } from '../server/src/features/code-files/zip-entries'
import { openGenerator } from '../server/src/features/generator'
import type { UserCodeRow } from '../server/src/features/user-codes'
import { zipOf } from '../server/src/platform/export/zip'
import { loadTranslator } from '../server/src/platform/i18n'
import { numberOption, Results } from './measure/results'
import { withVisitors } from './measure/visitors'

const count = numberOption('codes', 1000)
const many = numberOption('many', 10_000)
const BYTES_PER_MB = 1024 * 1024
const SAMPLE_MS = 20

const results = new Results('files')
const noImages = { read: async () => null } as unknown as Parameters<typeof openGenerator>[0]['images']
const generator = openGenerator({ images: noImages })
const translator = loadTranslator(['code-files'], 'browser')
const context = { generator, codeHost: 'https://qr.example', language: 'vi', translator } as const

const STYLED: QrCustomSettings = {
  ...DEFAULT_QR_SETTINGS,
  style: 'rounded',
  eyeShape: 'rounded',
  frame: { kind: 'ring', text: 'Quét để xem thực đơn', language: 'vi', color: '#0B3D2A', line: 'name' },
}

/** Rows as the database gives them. */
async function* codes(total: number, qrCustomSettings: QrCustomSettings): AsyncGenerator<UserCodeRow> {
  for (let index = 0; index < total; index++) {
    const number = String(index).padStart(4, '0')
    const row = { dynamicId: `BAN-${number}`, name: `Bàn ${number}`, linkHost: null, contentType: 'Website' }
    const content = {
      codeContent: '{"content":"https://shop.example/menu"}',
      target: 'https://shop.example/menu',
    }
    yield { ...row, ...content, qrCustomSettings, logo: null, tags: [] as string[] } as unknown as UserCodeRow
  }
}

interface Made {
  seconds: number
  bytes: number
  /** Above rest. */
  peakMb: number
}

/** Reads a file to its end, as fast as it comes. */
async function made(file: () => AsyncIterable<Uint8Array>): Promise<Made> {
  const rest = process.memoryUsage.rss()
  let peak = rest
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, SAMPLE_MS)
  const start = performance.now()
  let bytes = 0
  for await (const chunk of file()) bytes += chunk.length
  clearInterval(sampling)
  return { seconds: (performance.now() - start) / 1000, bytes, peakMb: (peak - rest) / BYTES_PER_MB }
}

const PNG: CodeZip = { formats: ['png'], size: 1000, cmyk: false }
const zipped = (total: number, settings: QrCustomSettings) =>
  made(() => zipOf(zipEntries(context, codes(total, settings), PNG)))

const SHEET = CodeSheet.parse({
  layout: { kind: 'labels', size: '70x37' },
  caption: { lines: ['name', 'text'], text: 'Quét để xem thực đơn', language: 'vi' },
})
const printed = (total: number) =>
  made(async function* () {
    await readability(context, codes(total, DEFAULT_QR_SETTINGS), SHEET)
    yield* sheetBytes(context, codes(total, DEFAULT_QR_SETTINGS), SHEET, translator)
  })

/** What Python makes of as many codes; null without its packages. */
function contender(): Record<'zip' | 'pdf', { seconds: number; bytes: number }> | null {
  const { status, stdout } = spawnSync('/usr/bin/python3', [
    join(import.meta.dirname, 'peers/files.py'),
    String(count),
  ])
  return status === 0 ? JSON.parse(stdout.toString()) : null
}

// The processes start, and the code is compiled.
await zipped(100, STYLED)
await printed(48)
const python = contender()
const plain = await zipped(count, DEFAULT_QR_SETTINGS)
results.record(`${count} PNG of 1000 px in a ZIP, plain`, plain.seconds, 's', 5, 'lower')
const styled = await zipped(count, STYLED)
results.record(`${count} PNG of 1000 px in a ZIP, rounded and framed`, styled.seconds, 's', 10, 'lower')
const sheet = await printed(count)
results.record(`PDF of ${count} labels with names, each decoded`, sheet.seconds, 's', 6, 'lower')
results.record(`size of the PDF of ${count} labels`, sheet.bytes / 1000, 'kB', 1000, 'lower')
for (const [name, ours, theirs] of [
  ['ZIP, plain', plain, python?.zip],
  ['PDF, which is decoded beside', sheet, python?.pdf],
] as const) {
  const metric = `speed beside python-qrcode: ${name}`
  if (theirs) results.record(metric, theirs.seconds / ours.seconds, '×', 1, 'higher')
  else results.skip(metric, '×', 1, 'higher', 'python3-qrcode and python3-reportlab are not installed')
}
for (const total of [100, many]) {
  const { peakMb } = await zipped(total, DEFAULT_QR_SETTINGS)
  results.record(`memory above rest, ZIP of ${total} PNG`, peakMb, 'MB', 64, 'lower')
  const { peakMb: onPaper } = await made(() =>
    sheetBytes(context, codes(total, DEFAULT_QR_SETTINGS), SHEET, translator),
  )
  results.record(`memory above rest, PDF of ${total} labels`, onPaper, 'MB', 64, 'lower')
}
// Its processes keep nothing alive, so their end is not waited for.
void generator.close()

await withVisitors(results, async ({ program: { url }, person, during }) => {
  const batches = 'qrcode/bulk-runs'
  const range = {
    ...{ kind: 'create', contentType: 'Website', isDynamicCode: true, range: { from: 1, to: count } },
    row: { name: 'Bàn {n}', content: { content: 'https://shop.example/{n}' }, qrCustomSettings: STYLED },
  }
  const { id } = await person.post<{ id: string }>(url, batches, { ...range, scanAnyway: true }, 'dry-run')
  await person.post(url, `${batches}/${id}/start`, {}, 'start')
  for (let state = 'running'; state === 'running'; await pause(200))
    ({ state } = await person.get<{ state: string }>(url, `${batches}/${id}`))
  const selection = { batch: id }
  for (const [name, wanted] of [
    [`a ZIP of ${count} codes`, { zip: PNG }],
    [`a PDF of ${count} labels`, { sheet: SHEET }],
  ] as const)
    await during(name, async () => {
      const file = await person.post<{ url: string }>(
        url,
        'qrcode/code-files',
        { selection, ...wanted },
        name,
      )
      const { pathname } = new URL(file.url)
      for await (const _ of (await fetch(`${url}${pathname}`)).body ?? []);
    })
})
results.print()
