import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packedChunks, pngOf, slowJpeg } from '../../src/features/media/testing'
import { formOf, someDetails } from '../../src/features/pdf-codes/testing'
import { Person } from '../harness/person'
import { MemoryWatch } from '../harness/process-tree'
import { killPrograms, type Program, startProgram } from '../harness/program'

const AT_ONCE = 50
/** What all uploads of a kind may take together, and any process that decodes them. */
const MAX_MIB = 256

const folder = mkdtempSync(join(tmpdir(), 'scanleaf-upload-bombs-'))
let program: Program
let person: Person
let link: string
beforeAll(async () => {
  program = await startProgram({ DATA_DIR: folder, BILLING: 'off' })
  await program.ready
  person = await Person.register(program.url)
  const id = await person.createCode(program.url, 'https://shop.example/')
  const { dynamicId } = await person.get<{ dynamicId: string }>(program.url, `qrcode/user-codes/${id}`)
  link = `${program.publicUrl}/${dynamicId}`
})
afterAll(async () => {
  await killPrograms()
  rmSync(folder, { recursive: true, force: true })
})

/** A PDF of some kilobytes whose page is drawn by 256 MiB of text, packed twice. */
function packedPdf(): Buffer {
  const drawing = deflateSync(deflateSync(Buffer.alloc(256 * 1024 * 1024, '0 0 m 9 9 l S\n'), { level: 1 }))
  const stream = drawing.toString('latin1')
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R>>',
    `<</Length ${stream.length}/Filter[/FlateDecode/FlateDecode]>>stream\n${stream}\nendstream`,
  ]
  const body = objects.map((object, i) => `${i + 1} 0 obj\n${object}\nendobj\n`).join('')
  return Buffer.from(`%PDF-1.4\n${body}trailer\n<</Size 5/Root 1 0 R>>\nstartxref\n0\n%%EOF\n`, 'latin1')
}

const IMAGES = '/media/images'
const LOGO = '/qrcode-generator/qrcode-url-logo-img/user'
const CODES = '/gateway/api/qrcode/user-codes'
const PDFS = '/gateway/api/qrcode/pdf-qrcodes'
const aCode = {
  contentType: 'Website',
  codeContent: JSON.stringify({ content: 'shop.example' }),
  isDynamicCode: 'false',
}
const packedPng = (kind: 'zTXt' | 'iTXt' | 'iCCP') => pngOf(4, 4, packedChunks(kind, 20))

interface Kind {
  path: string
  field: string
  file: () => Buffer
  fields?: () => Record<string, string>
  headers?: Record<string, string>
  /** What each of them may be answered. */
  statuses: number[]
}

const KINDS: [string, Kind][] = [
  [
    'PNG with zTXt',
    { path: IMAGES, field: 'photo', file: () => packedPng('zTXt'), statuses: [201, 429, 503] },
  ],
  [
    'PNG with iCCP',
    { path: IMAGES, field: 'photo', file: () => packedPng('iCCP'), statuses: [201, 429, 503] },
  ],
  ['logo with iTXt', { path: LOGO, field: 'file', file: () => packedPng('iTXt'), statuses: [200, 429, 503] }],
  [
    'picture of a code with zTXt',
    {
      path: CODES,
      field: 'qrImage',
      file: () => packedPng('zTXt'),
      fields: () => aCode,
      statuses: [422, 429, 503],
    },
  ],
  ['JPEG of thousands of scans', { path: IMAGES, field: 'photo', file: slowJpeg, statuses: [422, 429, 503] }],
  [
    'PDF',
    { path: PDFS, field: 'pdfFile', file: packedPdf, fields: () => someDetails(), statuses: [201, 429] },
  ],
  [
    'gzip',
    {
      path: IMAGES,
      field: 'photo',
      file: () => gzipSync(Buffer.alloc(64 * 1024 * 1024)),
      statuses: [415, 429],
    },
  ],
]

test.each(KINDS)('fifty at once of a %s take little, and every scan leads on', async (_name, kind) => {
  const { path, field, file, fields = () => ({}), statuses } = kind
  const bytes = file()
  const watch = new MemoryWatch(program.pid)
  const upload = async () => {
    const form = await formOf(fields(), { bytes, field, name: 'a', type: 'application/pdf' })
    const reply = await fetch(program.url + path, {
      method: 'POST',
      headers: { ...form.headers, authorization: `Bearer ${person.token}` },
      body: new Uint8Array(form.payload),
    })
    await reply.arrayBuffer()
    return reply.status
  }
  let isOver = false
  const scans = (async () => {
    let answered = 0
    for (; !isOver; answered++) {
      const { status } = await fetch(link, { redirect: 'manual' })
      expect(status).toBe(302)
    }
    return answered
  })()
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, upload))
  isOver = true
  expect(await scans).toBeGreaterThan(0)
  watch.stop()
  for (const status of answers) expect(status).toBeOneOf(statuses)
  expect(watch.maxOfChild).toBeLessThan(MAX_MIB)
  expect(watch.most).toBeLessThan(MAX_MIB)
})
