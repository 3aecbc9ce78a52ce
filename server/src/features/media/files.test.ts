import { randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { query } from '../../platform/db/database'
import { type Person, testApp } from '../../testing/app'
import { pdfOf } from './testing'

const LIMIT = 10_485_760

const product = testApp()
let mai: Person

beforeEach(async () => {
  await rm(join(product.config().dataDir, 'files', 'pdf'), { recursive: true, force: true })
  mai = await product.signedIn()
})

async function upload(
  bytes: Buffer,
  { field = 'file', name = 'menu.pdf', type = 'application/pdf', sid = mai.sid } = {},
) {
  const form = new FormData()
  form.append(field, new Blob([new Uint8Array(bytes)], { type }), name)
  const body = new Response(form)
  return product.as({ sid }).inject({
    method: 'POST',
    url: '/media/files/upload',
    headers: { 'content-type': body.headers.get('content-type') ?? '' },
    payload: Buffer.from(await body.arrayBuffer()),
  })
}

async function storedFiles(): Promise<string[]> {
  const entries = await readdir(join(product.config().dataDir, 'files'), {
    recursive: true,
    withFileTypes: true,
  })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

test('a PDF is kept as it is and given back to its owner alone, never as a page', async () => {
  const pdf = pdfOf(5000)
  // As a Mac sends it.
  const reply = await upload(pdf, { name: 'Thực đơn.pdf'.normalize('NFD') })
  expect(reply.statusCode).toBe(201)
  const { id, url } = reply.json().result
  expect(url).toBe(`/media/files/${id}`)
  const own = await product.as(mai).inject({ url })
  expect(own.rawPayload.equals(pdf)).toBe(true)
  expect(own.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-length': '5000',
    'content-disposition': `attachment; filename="Th_c __n.pdf"; filename*=UTF-8''Th%E1%BB%B1c%20%C4%91%C6%A1n.pdf`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  const other = await product.signedIn()
  expect((await product.as(other).inject({ url })).statusCode).toBe(404)
  expect((await product.inject({ url })).statusCode).toBe(401)
  const [row] = await query<Record<string, unknown>>(product.database().db, sql`select * from files`)
  expect(row).toMatchObject({ user_id: mai.id, size: 5000, name: 'Thực đơn.pdf' })
})

test('10 485 760 bytes are taken, one more is too large', async () => {
  expect((await upload(pdfOf(LIMIT))).statusCode).toBe(201)
  const reply = await upload(pdfOf(LIMIT + 1))
  expect(reply.statusCode).toBe(413)
  expect(reply.json().error).toMatchObject({ code: 'PayloadTooLarge', fields: { file: 'pdf-max-size' } })
  expect(await storedFiles()).toHaveLength(1)
})

const pdf = pdfOf(2000)
const NOT_PDFS: [string, Buffer, string][] = [
  ['nothing', Buffer.alloc(0), 'invalid-pdf-file'],
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), 'invalid-pdf-file'],
  ['a PDF behind 1020 other bytes', Buffer.concat([Buffer.alloc(1020, 'x'), pdf]), 'invalid-pdf-file'],
  ['a PDF that is cut', pdf.subarray(0, 1500), 'incomplete-pdf-file'],
  ['a head and an end without a place', Buffer.from('%PDF-1.7\n%%EOF'), 'incomplete-pdf-file'],
  ['a kilobyte behind its end', Buffer.concat([pdf, Buffer.alloc(1100, 'x')]), 'incomplete-pdf-file'],
  ['noise', randomBytes(3000), 'invalid-pdf-file'],
]

test.each(NOT_PDFS)('%s is refused', async (_name, bytes, problem) => {
  const reply = await upload(bytes)
  expect(reply.statusCode).toBe(422)
  expect(reply.json().error.fields).toEqual({ file: problem })
  expect(await storedFiles()).toEqual([])
})

test.each([
  ['padding behind the end', Buffer.concat([pdf, Buffer.alloc(2000, 0)]), 'application/pdf'],
  ['a byte order mark before it', Buffer.concat([Buffer.from('\uFEFF'), pdf]), 'application/pdf'],
  ['no type', pdf, ''],
  ['the type of any bytes', pdf, 'application/octet-stream'],
  ['a former type', pdf, 'application/x-pdf'],
])('a PDF with %s is one', async (_name, bytes, type) => {
  const reply = await upload(bytes, { type })
  expect(reply.statusCode).toBe(201)
  const { url } = reply.json().result
  expect((await product.as(mai).inject({ url })).rawPayload.equals(bytes)).toBe(true)
})

test.each([
  ['no session', () => upload(pdf, { sid: 'none' }), 401, 'Unauthorized', undefined],
  [
    'another field',
    () => upload(pdf, { field: 'photo' }),
    422,
    'ValidationError',
    { file: 'not-upload-file-pdf' },
  ],
  ['JSON', () => send('application/json', '{}'), 415, 'UnsupportedMediaType', undefined],
  [
    'a cut body',
    () =>
      send(
        'multipart/form-data; boundary=x',
        '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7',
      ),
    400,
    'BadRequest',
    undefined,
  ],
])('with %s nothing is stored', async (_name, post, status, code, fields) => {
  const reply = await post()
  expect(reply.json().error).toMatchObject({ code })
  expect(reply.json().error.fields).toEqual(fields)
  expect(reply.statusCode).toBe(status)
  expect(await storedFiles()).toEqual([])
})

const send = (type: string, payload: string) =>
  product.as(mai).inject({
    method: 'POST',
    url: '/media/files/upload',
    headers: { 'content-type': type },
    payload,
  })

test('an endless upload is cut off after the limit', async () => {
  const address = await product.app().listen({ port: 0, host: '127.0.0.1' })
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  let sent = 0
  const answer = new Promise<string>((resolve) => {
    let text = ''
    socket.on('data', (data) => {
      text += data.toString('latin1')
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
  })
  socket.write(
    `POST /media/files/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${mai.sid}\r\n` +
      'Content-Type: multipart/form-data; boundary=x\r\nTransfer-Encoding: chunked\r\n\r\n',
  )
  const part = Buffer.from(
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7\n',
  )
  const writeChunk = (bytes: Buffer) =>
    socket.write(Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]))
  writeChunk(part)
  const block = Buffer.alloc(64 * 1024, 'x')
  const pump = () => {
    while (!socket.destroyed && sent < 64 * LIMIT) {
      sent += block.length
      if (!writeChunk(block)) return void socket.once('drain', pump)
    }
  }
  pump()
  // Who writes on may see no more than a broken connection.
  expect(await answer).toMatch(/^(HTTP\/1\.1 413 |$)/)
  // Bytes in the buffers of both ends have been sent without having been read.
  expect(sent).toBeLessThan(LIMIT + 12 * 1024 * 1024)
  expect(await storedFiles()).toEqual([])
})

test('an account keeps at most 2000 files and images and a gigabyte, however many are sent at once', async () => {
  const fill = (files: number, bytes: number) =>
    product.database().db.execute(sql`
      insert into storage_use (user_id, files, bytes) values (${mai.id}, ${files}, ${bytes})
      on conflict (user_id) do update set files = excluded.files, bytes = excluded.bytes`)
  await fill(1997, 0)
  const replies = await Promise.all(Array.from({ length: 10 }, () => upload(pdf)))
  expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(3)
  const refused = replies.filter(({ statusCode }) => statusCode !== 201)
  for (const reply of refused) expect(reply.json().error.code).toBe('ExceedLimitation')
  expect(await storedFiles()).toHaveLength(3)
  await fill(0, 1024 ** 3 - 2000)
  expect((await upload(pdf)).statusCode).toBe(201)
  const full = (await upload(pdf)).json()
  expect(full.error).toMatchObject({ code: 'ExceedLimitation', fields: { file: 'account-full' } })
  expect(full.errors).toEqual({ file: 'Tài khoản đã đầy: tối đa 2.000 tệp và 1 GB' })
})
