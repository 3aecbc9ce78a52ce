import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { pdfOf, pngOf } from '../features/media/testing'
import { PDFS, someDetails } from '../features/pdf-codes/testing'
import { CODES } from '../features/user-codes/testing'
import { query } from '../platform/db/database'
import { type Person, testApp } from '../testing/app'
import { sendRaw, statusesIn } from '../testing/raw-http'

const product = testApp()
let port: number
let mai: Person
beforeAll(async () => {
  port = Number(new URL(await product.app().listen({ port: 0, host: '127.0.0.1' })).port)
})
beforeEach(async () => {
  mai = await product.signedIn()
})

const png = pngOf(4, 4).toString('latin1')
const pdf = pdfOf(320).toString('latin1')
const aCode = {
  contentType: 'Website',
  codeContent: JSON.stringify({ content: 'shop.example' }),
  isDynamicCode: 'true',
}

/** Every route that takes a file: the field of the file, a file that it takes, and what else it needs. */
const DOORS: { path: string; field: string; bytes: string; fields: Record<string, string> }[] = [
  { path: '/media/images', field: 'photo', bytes: png, fields: {} },
  { path: '/media/files/upload', field: 'file', bytes: pdf, fields: {} },
  { path: '/qrcode-generator/qrcode-url-logo-img/user', field: 'file', bytes: png, fields: {} },
  { path: CODES, field: 'qrImage', bytes: png, fields: aCode },
  { path: PDFS, field: 'pdfFile', bytes: pdf, fields: someDetails() },
]
const FORM = 'multipart/form-data; boundary=x'
const file = (head: string, bytes = '%PDF-1.7\n') =>
  `--x\r\nContent-Disposition: form-data; ${head}\r\nContent-Type: application/pdf\r\n\r\n${bytes}`
const value = (name: string, text: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`
const formOf = ({ field, bytes, fields }: (typeof DOORS)[number], more = '') =>
  `${file(`name="${field}"; filename="a"`, bytes)}\r\n${Object.entries(fields)
    .map(([name, text]) => value(name, text))
    .join('')}${more}--x--\r\n`

/** Bodies that crashed libraries for forms, or made them wait forever. */
const bodiesFor = (field: string, whole: string): [string, string, string][] => [
  ['no boundary', 'multipart/form-data', whole],
  ['an empty boundary', 'multipart/form-data; boundary=', whole],
  ['a boundary of 1000 characters', `multipart/form-data; boundary=${'b'.repeat(1000)}`, whole],
  ['another boundary', 'multipart/form-data; boundary=y', whole],
  ['nothing', FORM, ''],
  ['line ends alone', FORM, '\r\n'.repeat(1000)],
  ['the end alone', FORM, '--x--'],
  ['a boundary alone', FORM, '--x'],
  ['a cut disposition', FORM, '--x\r\nContent-Disp'],
  ['a part without a head', FORM, '--x\r\n\r\nabc\r\n--x--\r\n'],
  ['a part without an end', FORM, file(`name="${field}"; filename="a.pdf"`)],
  ['a part without a name', FORM, `${file('filename="a.pdf"')}\r\n--x--\r\n`],
  ['an empty name', FORM, `${file('name=""; filename="a.pdf"')}\r\n--x--\r\n`],
  ['a name without an end', FORM, `${file(`name="${field}`)}\r\n--x--\r\n`],
  ['a name of 10 000 characters', FORM, `${file(`name="${'n'.repeat(10_000)}"; filename="a"`)}\r\n--x--\r\n`],
  ['the name of a prototype', FORM, `${file('name="__proto__"; filename="a.pdf"')}\r\n--x--\r\n`],
  ['a file name with NUL', FORM, `${file(`name="${field}"; filename="a\0.pdf"`)}\r\n--x--\r\n`],
  ['a file name that climbs', FORM, `${file(`name="${field}"; filename="../../../x.pdf"`)}\r\n--x--\r\n`],
  ['a broken file name', FORM, `${file(`name="${field}"; filename*=UTF-8''%ff%fe`)}\r\n--x--\r\n`],
  ['a part head of 100 KiB', FORM, `--x\r\nX-Long: ${'x'.repeat(102_400)}\r\n\r\na\r\n--x--\r\n`],
  ['3000 parts', FORM, `${'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(3000)}--x--`],
  [
    '1000 fields of their own',
    FORM,
    `${Array.from({ length: 1000 }, (_, i) => value(`a${i}`, '1')).join('')}--x--`,
  ],
  ['300 files', FORM, `${`${file(`name="${field}"; filename="a.pdf"`)}\r\n`.repeat(300)}--x--\r\n`],
  [
    'two files',
    FORM,
    `${file(`name="${field}"; filename="a"`)}\r\n${file('name="photo"; filename="b"')}\r\n--x--`,
  ],
  ['a part in parts', FORM, `--x\r\nContent-Type: multipart/mixed; boundary=z\r\n\r\n--z--\r\n--x--\r\n`],
  [
    'a field of nested JSON',
    FORM,
    `--x\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: application/json\r\n\r\n${'['.repeat(9000)}${']'.repeat(9000)}\r\n--x--`,
  ],
  ['an unknown encoding', FORM, `--x\r\nContent-Transfer-Encoding: base64\r\n\r\n!!!!\r\n--x--\r\n`],
  ['another charset', `${FORM}; charset=utf-16`, whole],
  ['a form by another name', 'multipart/mixed; boundary=x', whole],
  ['a type that is none', 'multipart/form-data boundary=x', whole],
]

async function filesOf(): Promise<string[]> {
  const folder = join(product.config().dataDir, 'files')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

async function expectNothingLeft(): Promise<void> {
  expect(await filesOf()).toEqual([])
  for (const table of ['files', 'images', 'user_codes'])
    expect(await query(product.database().db, sql.raw(`select 1 from ${table}`)), table).toEqual([])
}

test.each(DOORS)('bodies that are no form are refused by POST $path, and leave nothing', async (door) => {
  for (const [kind, type, body] of bodiesFor(door.field, formOf({ ...door, bytes: '%PDF-1.7\n' }))) {
    const head = `POST ${door.path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${mai.sid}\r\n`
    const sent = Buffer.from(
      `${head}Content-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body, 'latin1')}\r\n\r\n${body}`,
      'latin1',
    )
    const answer = await sendRaw(port, sent)
    expect(statusesIn(answer), kind).toEqual([expect.toBeOneOf([400, 413, 415, 422])])
    expect(answer, kind).toContain('"statusCode":4')
  }
  await expectNothingLeft()
})

const post = ({ path }: { path: string }, body: string) =>
  product.as(mai).inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': FORM },
    payload: Buffer.from(body, 'latin1'),
  })

test.each(DOORS)(
  'a form that ends at any byte is refused by POST $path, and leaves nothing',
  async (door) => {
    const whole = formOf(door)
    for (let at = 0; at < whole.length - '--\r\n'.length; at++) {
      const reply = await post(door, whole.slice(0, at))
      // An empty body is an empty form.
      expect([reply.statusCode, reply.json().error.code], `at ${at}`).toEqual(
        at === 0 ? [422, 'ValidationError'] : [400, 'BadRequest'],
      )
    }
    await expectNothingLeft()
  },
)

test.each(DOORS)('a second file and a field that comes twice are told by POST $path', async (door) => {
  const { field, bytes } = door
  const second = `${file(`name="${field}"; filename="b"`, bytes)}\r\n`
  const twice = value('note', '1').repeat(2)
  for (const [more, fields] of [
    [second, { [field]: 'too-many-files' }],
    [second.replace(field, 'other'), { [field]: 'too-many-files' }],
    [twice, { note: 'sent-twice' }],
  ] as const) {
    const reply = await post(door, formOf(door, more))
    expect(reply.statusCode).toBe(422)
    expect(reply.json().error.fields).toEqual(fields)
    expect(Object.values(reply.json().errors)).toEqual([expect.stringMatching(/\p{L}/u)])
  }
  await expectNothingLeft()
})

test.each(DOORS)('a connection that breaks off at any place leaves nothing of POST $path', async (door) => {
  const whole = formOf(door)
  const head = `POST ${door.path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${mai.sid}\r\nContent-Type: ${FORM}\r\n`
  const announced = `${head}Content-Length: ${whole.length + 500}\r\n\r\n`
  for (let at = 0; at <= whole.length; at += 13)
    await sendRaw(port, Buffer.from(announced + whole.slice(0, at), 'latin1'), { isCut: true })
  // A further request shows that all before it are over.
  await expect.poll(filesOf).toEqual([])
  expect((await product.inject('/healthz')).statusCode).toBe(200)
})
