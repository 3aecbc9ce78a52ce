import { randomBytes } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import sharp, { type Color } from 'sharp'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { query } from '../../platform/db/database'
import { type Person, testApp } from '../../testing/app'
import { openImageDecoder } from './image-decoder'
import { gifOf, type PackedChunk, packedChunks, pngOf, slowJpeg } from './testing'

const product = testApp()
let mai: Person

beforeEach(async () => {
  await rm(join(product.config().dataDir, 'files', 'images'), { recursive: true, force: true })
  mai = await product.signedIn()
})

async function upload(
  bytes: Uint8Array,
  { field = 'photo', name = 'photo.png', type = 'image/png', sid = mai.sid } = {},
) {
  const form = new FormData()
  form.append('note', 'before the file')
  form.append(field, new Blob([new Uint8Array(bytes)], { type }), name)
  const body = new Response(form)
  return product.as({ sid }).inject({
    method: 'POST',
    url: '/media/images',
    headers: { 'content-type': body.headers.get('content-type') ?? '' },
    payload: Buffer.from(await body.arrayBuffer()),
  })
}

const image = (width: number, height: number, background: Color = 'teal') =>
  sharp({ create: { width, height, channels: 4, background } })

async function storedFiles(): Promise<string[]> {
  const entries = await readdir(join(product.config().dataDir, 'files'), {
    recursive: true,
    withFileTypes: true,
  })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

const served = async (id: string) => product.inject({ url: `/media/images/${id}` })

test.each(['png', 'jpeg', 'gif'] as const)(
  'a %s is drawn anew and shown to everybody who knows its id',
  async (kind) => {
    const reply = await upload(await image(40, 30)[kind]().toBuffer(), { name: 'x.exe', type: 'text/html' })
    expect(reply.statusCode).toBe(201)
    const { id } = reply.json().result
    expect(id).toMatch(/^[A-Za-z0-9_-]{24}$/)
    const shown = await served(id)
    expect(shown.statusCode).toBe(200)
    expect(shown.headers).toMatchObject({
      'content-type': kind === 'jpeg' ? 'image/jpeg' : 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-site',
    })
    const { width, height, format } = await sharp(shown.rawPayload).metadata()
    expect({ width, height, format }).toEqual({
      width: 40,
      height: 30,
      format: kind === 'jpeg' ? 'jpeg' : 'png',
    })
  },
)

test('place, comments and what hangs behind an image are dropped; it stands upright', async () => {
  const photo = await image(60, 20)
    .jpeg()
    .withExif({
      IFD0: { ImageDescription: '<script>alert(1)</script>' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '21/1 1/1 42/1', GPSLongitude: '105/1 51/1 15/1' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  expect(photo.includes('<script')).toBe(true)
  expect((await sharp(photo).metadata()).exif).toBeDefined()
  const reply = await upload(Buffer.concat([photo, Buffer.from('<script>alert(2)</script>')]))
  const shown = (await served(reply.json().result.id)).rawPayload
  const { exif, xmp, icc, width, height } = await sharp(shown).metadata()
  expect({ exif, xmp, icc, width, height }).toEqual({ width: 20, height: 60 })
  for (const file of await storedFiles()) expect((await readFile(file)).includes('<script')).toBe(false)
})

const NOT_IMAGES: [string, () => Promise<Buffer> | Buffer][] = [
  ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['SVG with a prolog', () => Buffer.from('<?xml version="1.0"?><!DOCTYPE svg><svg/>')],
  ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['WebP', () => image(4, 4).webp().toBuffer()],
  ['AVIF', () => image(4, 4).avif().toBuffer()],
  ['TIFF', () => image(4, 4).tiff().toBuffer()],
  ['BMP', () => Buffer.from(`BM${'\0'.repeat(60)}`)],
  ['PDF', () => Buffer.from('%PDF-1.7\n%%EOF')],
  ['ZIP', () => Buffer.from('PK\x03\x04and so on and so on')],
  ['text', () => Buffer.from('hello')],
  ['noise', () => randomBytes(1000)],
]

test.each(NOT_IMAGES)('%s under the name of a PNG is refused', async (_name, bytes) => {
  const reply = await upload(await bytes())
  expect(reply.statusCode).toBe(415)
  expect(reply.json().error.code).toBe('UnsupportedMediaType')
  expect(await storedFiles()).toEqual([])
})

const BOMBS: [string, () => Promise<Buffer> | Buffer, string][] = [
  ['16 000 pixels a side', () => pngOf(16_000, 16_000), 'image-max-side'],
  ['4097 pixels wide', () => image(4097, 1).png().toBuffer(), 'image-max-side'],
  ['over 16 megapixels', () => image(4001, 4000).png().toBuffer(), 'image-max-pixels'],
  ['a side of 2³¹', () => pngOf(2 ** 31 - 1, 2 ** 31 - 1), 'broken-image'],
  ['5000 frames', () => gifOf(5000), 'moving-image'],
  ['two frames', () => gifOf(2), 'moving-image'],
  ['half a PNG', async () => half(await image(300, 300, '#123').png().toBuffer()), 'broken-image'],
  ['half a JPEG', async () => half(await image(300, 300).jpeg().toBuffer()), 'broken-image'],
  ['a PNG header alone', () => pngOf(10, 10).subarray(0, 33), 'broken-image'],
  ['a GIF header alone', () => gifOf(1).subarray(0, 13), 'broken-image'],
]

const REASONS: Record<string, string> = {
  'image-max-side': 'Mỗi cạnh ảnh tối đa 4.096 pixel. Hãy thu nhỏ ảnh',
  'image-max-pixels': 'Ảnh tối đa 16 megapixel (rộng × cao). Hãy thu nhỏ ảnh',
  'moving-image': 'Không dùng được ảnh động. Hãy chọn ảnh tĩnh',
  'broken-image': 'Ảnh bị hỏng hoặc không đầy đủ. Hãy chọn ảnh khác',
}

test.each(BOMBS)('an image with %s is refused', async (_name, bytes, code) => {
  const reply = await upload(await bytes())
  expect(reply.statusCode).toBe(422)
  expect(reply.json().error.fields).toEqual({ photo: code })
  expect(reply.json().errors).toEqual({ photo: REASONS[code] })
  expect(await storedFiles()).toEqual([])
})

test('an image of exactly 16 megapixels is taken', async () => {
  expect((await upload(await image(4000, 4000).png().toBuffer())).statusCode).toBe(201)
})

/** Kilobytes of a PNG that unpack to 1.1 GiB, which a decoder would keep. */
const PACKED: [PackedChunk, Buffer][] = (['zTXt', 'iTXt', 'iCCP'] as const).map((kind) => [
  kind,
  pngOf(4, 4, packedChunks(kind, 150)),
])

test.each(PACKED)('what unpacks to a gigabyte in %s is dropped before', async (_kind, bytes) => {
  const reply = await upload(bytes)
  expect(reply.statusCode, reply.body).toBe(201)
  expect((await served(reply.json().result.id)).rawPayload.length).toBeLessThan(1000)
})

test('the colours, the transparency and the upper side that a PNG tells of are kept', async () => {
  const turned = await image(20, 10, { r: 255, g: 0, b: 0, alpha: 0 })
    .withIccProfile('p3')
    .withMetadata({ orientation: 6 })
    .png({ palette: true })
    .toBuffer()
  const raw = async (bytes: Uint8Array) => {
    const { data, info } = await sharp(bytes).autoOrient().raw().toBuffer({ resolveWithObject: true })
    return { data, info }
  }
  const shown = (await served((await upload(turned)).json().result.id)).rawPayload
  expect(await raw(shown)).toEqual(await raw(turned))
})

test('an image that takes too long is refused by a name of its own, and the next one is decoded', async () => {
  const decoder = openImageDecoder({ cpuMs: 100 })
  onTestFinished(() => decoder.close())
  const path = join(product.config().dataDir, 'slow')
  await writeFile(path, slowJpeg())
  await expect(decoder.clean({ path, size: 1 }, 'photo')).rejects.toMatchObject({
    code: 'ValidationError',
    fields: { photo: 'image-too-complex' },
  })
  await writeFile(path, pngOf(4, 4))
  expect(await decoder.clean({ path, size: 1 }, 'photo')).toMatchObject({ type: 'image/png' })
  await rm(path)
})

test('5 MiB are read, a byte more is too much', async () => {
  const png = await image(10, 10).png().toBuffer()
  const limit = 5 * 1024 * 1024
  const padded = (size: number) => Buffer.concat([png, Buffer.alloc(size - png.length)])
  expect((await upload(padded(limit))).statusCode).toBe(201)
  const refused = await upload(padded(limit + 1))
  expect(refused.statusCode).toBe(413)
  expect(refused.json().error).toMatchObject({ code: 'PayloadTooLarge', fields: { photo: 'image-max-size' } })
})

test('a request that announces too much is refused before its body is read', async () => {
  const reply = await product.as(mai).inject({
    method: 'POST',
    url: '/media/images',
    headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '1073741824' },
  })
  expect(reply.statusCode).toBe(413)
})

test.each([
  ['no session', () => upload(pngOf(4, 4), { sid: 'none' }), 401, 'Unauthorized'],
  ['another field', () => upload(pngOf(4, 4), { field: 'file' }), 422, 'ValidationError'],
  [
    'JSON',
    () => product.as(mai).inject({ method: 'POST', url: '/media/images', payload: {} }),
    415,
    'UnsupportedMediaType',
  ],
  ['no boundary', () => raw('multipart/form-data', 'x'), 400, 'BadRequest'],
  [
    'a cut body',
    () =>
      raw(
        'multipart/form-data; boundary=x',
        '--x\r\nContent-Disposition: form-data; name="photo"; filename="a"\r\n\r\nabc',
      ),
    400,
    'BadRequest',
  ],
  ['an empty body', () => raw('multipart/form-data; boundary=x', ''), 422, 'ValidationError'],
  ['an empty file', () => upload(Buffer.alloc(0)), 422, 'ValidationError'],
])('with %s nothing is stored', async (_name, send, status, code) => {
  const reply = await send()
  expect(reply.json().error.code).toBe(code)
  expect(reply.statusCode).toBe(status)
  expect(await storedFiles()).toEqual([])
})

const raw = (type: string, payload: string) =>
  product.as(mai).inject({ method: 'POST', url: '/media/images', headers: { 'content-type': type }, payload })

test('an id that was never given, one of the wrong shape and one whose file is lost are not found', async () => {
  const { id } = (await upload(pngOf(4, 4))).json().result
  for (const file of await storedFiles()) await rm(file)
  for (const other of [
    id,
    randomBytes(18).toString('base64url'),
    'x',
    '..%2f..%2fetc%2fpasswd',
    'a'.repeat(65),
  ]) {
    const reply = await served(other)
    expect(reply.statusCode).toBe(404)
    expect(reply.headers['content-type']).toContain('application/json')
    expect(reply.headers['cache-control']).toBe('no-store')
  }
})

test('an account keeps at most 2000 images, however many are sent at once', async () => {
  await product.database().db.execute(sql`
    insert into storage_use (user_id, files, bytes) values (${mai.id}, 1997, 1997)`)
  const replies = await Promise.all(Array.from({ length: 10 }, () => upload(pngOf(4, 4))))
  expect(replies.filter((reply) => reply.statusCode === 201)).toHaveLength(3)
  for (const reply of replies.filter((reply) => reply.statusCode !== 201))
    expect(reply.json().error.code).toBe('ExceedLimitation')
  const rows = await query(product.database().db, sql`select 1 from images where user_id = ${mai.id}`)
  expect(rows).toHaveLength(3)
  expect(await storedFiles()).toHaveLength(3)
})

test('an own image becomes the photo of the profile, an image of somebody else does not', async () => {
  const { id } = (await upload(pngOf(4, 4))).json().result
  const setPhoto = (sid: string) =>
    product.as({ sid }).inject({ method: 'PATCH', url: '/identity/users/profile', payload: { photo: id } })
  expect((await setPhoto(mai.sid)).json().result.photo).toBe(id)
  const refused = await setPhoto((await product.signedIn()).sid)
  expect(refused.statusCode).toBe(422)
  expect(refused.json().error.fields).toEqual({ photo: 'invalid-value' })
})

const half = (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)
