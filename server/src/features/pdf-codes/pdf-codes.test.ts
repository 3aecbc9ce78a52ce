import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Person, testApp } from '../../testing/app'
import { pdfOf } from '../media/testing'
import { formOf, PDFS, pdfCallsOf, pdfStoreOf, pdfWith, someDetails } from './testing'

const LIMIT = 10_485_760

const product = testApp()
const { create, replace, patch, get } = pdfCallsOf(product)
const { storedFiles, rowsOf, whatIsThere } = pdfStoreOf(product)
let mai: Person

beforeEach(async () => {
  // The draft of a refused upload is deleted after its response.
  const folder = join(product.config().dataDir, 'files')
  await rm(folder, { recursive: true, force: true, maxRetries: 40, retryDelay: 25 })
  mai = await product.signedIn()
})

/** The first page is rendered after the response. */
const drawn = (person: Person, id: string) =>
  expect
    .poll(async () => (await get(person, `/${id}`)).json().result.previewUrl, { timeout: 120_000 })
    .not.toBeNull()

const NOTHING = { files: [], codes: 0, versions: 0, rows: 0, ids: 0 }

test('a form makes the code, its page and its file in one', { timeout: 150_000 }, async () => {
  const bytes = pdfWith('Menu')
  const reply = await create(mai, someDetails({ name: 'Menu-Fall', dynamicId: 'Menu24' }), {
    bytes,
    // As a Mac sends it.
    name: 'Thực đơn.pdf'.normalize('NFD'),
  })
  expect(reply.statusCode).toBe(201)
  const { _id: id } = reply.json().result
  await drawn(mai, id)
  const pdf = (await get(mai, `/${id}`)).json().result
  expect({ ...reply.json().result, previewUrl: pdf.previewUrl }).toEqual(pdf)
  expect(pdf).toMatchObject({
    name: 'Menu-Fall',
    pageUrl: 'http://qr.test/p/Menu-Fall',
    pdfUrl: 'http://qr.test/p/Menu-Fall/file',
    previewUrl: expect.stringMatching(/^http:\/\/qr\.test\/p\/Menu-Fall\/page\.webp\?v=/),
    dynamicId: 'Menu24',
    codeRedirect: 'http://qr.test/Menu24',
    fileName: 'Thực đơn.pdf',
    fileSize: bytes.length,
    companyName: 'Cà phê Lá',
    title: 'Thực đơn mùa thu',
    website: 'http://la.example/',
    enabled: true,
    scanCounter: 0,
    opens: 0,
    downloads: 0,
  })
  expect(pdf.id).toBe(pdf._id)
  const code = (await product.as(mai).inject({ url: `/gateway/api/qrcode/user-codes/${pdf._id}` })).json()
    .result
  expect(code).toMatchObject({
    contentType: 'Website-pdf',
    isDynamicCode: true,
    codeContent: JSON.stringify({ content: 'http://qr.test/p/Menu-Fall' }),
    qrImageUrl: pdf.qrImageUrl,
    name: 'Thực đơn mùa thu',
  })
  for (const path of [`/${pdf._id}`, '/name/Menu-Fall', '/name/mENU-fALL'])
    expect((await get(mai, path)).json().result).toEqual(pdf)
  expect((await get(mai, '?page=1&limit=5')).json()).toEqual({
    result: [pdf],
    meta: { total: 1, page: 1, pages: 1, limit: 5 },
  })
  expect(await storedFiles()).toHaveLength(1)
  expect(await storedFiles('pdf-pages')).toHaveLength(1)
})

test('JSON takes a file that was uploaded before, once', async () => {
  const form = await formOf({}, { bytes: pdfWith('Menu'), field: 'file' })
  const upload = await product.as(mai).inject({ method: 'POST', url: '/media/files/upload', ...form })
  const { url } = upload.json().result
  const post = (person: Person, pdfUrl?: string) =>
    product.as(person).inject({ method: 'POST', url: PDFS, payload: { ...someDetails(), pdfUrl } })
  const stranger = await product.signedIn()
  expect((await post(stranger, url)).json().error.fields).toEqual({ pdfUrl: 'not-upload-file-pdf' })
  const made = await post(mai, `http://app.test/gateway/api${url}`)
  expect(made.statusCode).toBe(201)
  expect(made.json().result.fileName).toBe('menu.pdf')
  const again = await post(mai, url)
  expect(again.statusCode).toBe(422)
  expect(again.json().error.fields).toEqual({ pdfUrl: 'not-upload-file-pdf' })
  expect((await post(mai)).json().error.fields).toEqual({ pdfFile: 'not-upload-file-pdf' })
  expect((await post(mai, 'http://evil.test/media/files/x')).statusCode).toBe(422)
  expect(await rowsOf('user_codes')).toHaveLength(1)
})

describe('what is refused leaves nothing', () => {
  const pdf = pdfWith('Menu')
  const NOT_A_PDF = ['invalid-pdf-file', 'Vui lòng chọn file PDF!']
  const CUT = ['incomplete-pdf-file', 'Tệp PDF không đầy đủ. Hãy tải về hoặc xuất lại tệp']
  test.each([
    ['nothing', Buffer.alloc(0), NOT_A_PDF],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), NOT_A_PDF],
    [
      'a PDF far behind a picture',
      Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(1014), pdf]),
      NOT_A_PDF,
    ],
    ['a cut PDF', pdf.subarray(0, pdf.length - 200), CUT],
    ['a head', Buffer.from('%PDF-1.7\n'), CUT],
    ['a PDF far before the end', Buffer.concat([pdf, Buffer.alloc(1100, 'x')]), CUT],
  ])('%s', async (_name, bytes, [problem, text]) => {
    const reply = await create(mai, someDetails(), { bytes })
    expect(reply.statusCode).toBe(422)
    expect(reply.json().error.fields).toEqual({ pdfFile: problem })
    expect(reply.json().errors).toEqual({ pdfFile: text })
    expect(await whatIsThere()).toEqual(NOTHING)
  })

  test('a PDF in another field', async () => {
    const reply = await create(mai, someDetails(), { bytes: pdf, field: 'file' })
    expect(reply.statusCode).toBe(422)
    expect(reply.json().error.fields).toEqual({ pdfFile: 'not-upload-file-pdf' })
    expect(await whatIsThere()).toEqual(NOTHING)
  })

  test('a form without a file', async () => {
    const reply = await create(mai, someDetails(), null)
    expect(reply.json().error.fields).toEqual({ pdfFile: 'not-upload-file-pdf' })
    expect(await whatIsThere()).toEqual(NOTHING)
  })

  test.each([
    [{ name: '' }, { name: 'required' }],
    [{ name: 'a//b' }, { name: 'invalid-pdf-name' }],
    [{ name: 'a b' }, { name: 'invalid-pdf-name' }],
    [{ name: 'x'.repeat(101) }, { name: 'too-long' }],
    [{ name: 'robots.txt' }, { name: 'url-not-available' }],
    [{ companyName: '  ' }, { companyName: 'required' }],
    [{ title: '' }, { title: 'required' }],
    [{ title: 'x'.repeat(201) }, { title: 'too-long' }],
    [{ title: '\u200b\u0007' }, { title: 'required' }],
    [{ website: '' }, { website: 'required' }],
    [{ website: 'la .example' }, { website: 'error-message-inp' }],
    [{ website: 'http://' }, { website: 'invalid-url' }],
    [{ website: 'la' }, { website: 'address-one-label' }],
    [{ dynamicId: 'a b' }, { dynamicId: 'invalid-dynamic-id' }],
  ])('%j', async (change, fields) => {
    const reply = await create(mai, someDetails(change), { bytes: pdf })
    expect(reply.statusCode).toBe(422)
    expect(reply.json().error.fields).toEqual(fields)
    expect(await whatIsThere()).toEqual(NOTHING)
  })

  test('a website that is no web page is led to as one', async () => {
    const reply = await create(mai, someDetails({ website: 'javascript:alert(1)' }))
    if (reply.statusCode === 201) expect(reply.json().result.website).toMatch(/^https?:\/\//)
    else expect(reply.statusCode).toBe(422)
  })

  test('a body that breaks off', async () => {
    const { headers, payload } = await formOf(someDetails(), { bytes: pdf })
    const broken = payload.subarray(0, payload.length - 300)
    const reply = await product.as(mai).inject({ method: 'POST', url: PDFS, headers, payload: broken })
    expect(reply.statusCode).toBe(400)
    expect(await whatIsThere()).toEqual(NOTHING)
  })

  test('no session', async () => {
    expect((await create({ ...mai, sid: 'none' })).statusCode).toBe(401)
    expect(await whatIsThere()).toEqual(NOTHING)
  })
})

test('10 485 760 bytes are taken, one more is too large', async () => {
  expect((await create(mai, someDetails(), { bytes: pdfOf(LIMIT) })).statusCode).toBe(201)
  const reply = await create(mai, someDetails(), { bytes: pdfOf(LIMIT + 1) })
  expect(reply.statusCode).toBe(413)
  expect(reply.json().error).toMatchObject({ code: 'PayloadTooLarge', fields: { pdfFile: 'pdf-max-size' } })
  expect(reply.json().errors).toEqual({ pdfFile: 'File PDF tối đa 10MB!' })
  expect(await storedFiles()).toHaveLength(1)
})

describe('a repeated creation', () => {
  const key = () => ({ 'idempotency-key': randomUUID() })

  test('makes one code, and keeps one file', async () => {
    const [details, headers, file] = [someDetails(), key(), { bytes: pdfWith('Menu') }]
    const first = await create(mai, details, file, headers)
    const second = await create(mai, details, file, headers)
    expect([first.statusCode, second.statusCode]).toEqual([201, 201])
    expect(second.json().result._id).toBe(first.json().result._id)
    expect(await storedFiles()).toHaveLength(1)
  })

  test('with another file under the same key is refused', async () => {
    const [details, headers] = [someDetails(), key()]
    await create(mai, details, { bytes: pdfWith('One') }, headers)
    const reply = await create(mai, details, { bytes: pdfWith('Two') }, headers)
    expect(reply.statusCode).toBe(409)
    expect(await storedFiles()).toHaveLength(1)
  })
})

describe('a change', () => {
  let made: { _id: string; name: string; fileUpdatedAt: string; fileSize: number; pdfUrl: string }
  beforeEach(async () => {
    made = (await create(mai)).json().result
  })

  test('of the details by JSON is stored as a creation would', async () => {
    product.clock.advance(1000)
    const reply = await patch(mai, made._id, {
      title: ' Mới ',
      companyName: 'Lá',
      website: '://new.example/a',
    })
    expect(reply.statusCode).toBe(200)
    expect(reply.json().result).toMatchObject({
      title: 'Mới',
      companyName: 'Lá',
      website: 'http://new.example/a',
      fileUpdatedAt: made.fileUpdatedAt,
      updatedAt: product.clock.now().toISOString(),
    })
    await patch(mai, made._id, { website: 'https://new.example/a' })
    const kept = await patch(mai, made._id, { website: 'new.example/b' })
    expect(kept.json().result.website).toBe('https://new.example/b')
    expect((await patch(mai, made._id, { website: 'a b' })).json().error.fields).toEqual({
      website: 'error-message-inp',
    })
    expect((await patch(mai, made._id, { title: '' })).json().error.fields).toEqual({ title: 'required' })
  })

  test('never moves the name, the counters or the owner', async () => {
    const same = await patch(mai, made._id, {
      name: made.name.toUpperCase(),
      qrImageUrl: 'http://evil.test/x.png',
    })
    expect(same.statusCode).toBe(200)
    const other = await patch(mai, made._id, { name: 'another' })
    expect(other.json().error.fields).toEqual({ name: 'pdf-name-locked' })
    await patch(mai, made._id, {
      opens: 9,
      downloads: 9,
      fileSize: 1,
      userId: 'x',
      createdAt: '2020-01-01',
      pdfUrl: 'x',
    })
    expect((await get(mai, `/${made._id}`)).json().result).toMatchObject(made)
  })

  test('of the file keeps the old one for 30 days, and brings it back', async () => {
    product.clock.advance(5000)
    const bytes = pdfWith('New menu')
    const reply = await replace(
      mai,
      made._id,
      { bytes },
      { title: 'Mới', fileName: 'Món mới.pdf'.normalize('NFD') },
    )
    expect(reply.statusCode).toBe(200)
    expect(reply.json().result).toMatchObject({
      fileName: 'Món mới.pdf',
      fileSize: bytes.length,
      fileUpdatedAt: product.clock.now().toISOString(),
      title: 'Mới',
    })
    const versions = async () => (await get(mai, `/${made._id}/versions`)).json().result
    const [current, old] = await versions()
    expect(current).toMatchObject({ fileName: 'Món mới.pdf', isCurrent: true, removedAt: null })
    expect(old).toMatchObject({ fileName: 'menu.pdf', fileSize: made.fileSize, isCurrent: false })
    const restore = (id: string) =>
      product.as(mai).inject({ method: 'POST', url: `${PDFS}/${made._id}/versions/${id}/restore` })
    product.clock.advance(1000)
    expect((await restore(old.id)).json().result).toMatchObject({
      fileName: 'menu.pdf',
      fileSize: made.fileSize,
    })
    expect((await versions()).map((v: { fileName: string }) => v.fileName)).toEqual([
      'menu.pdf',
      'Món mới.pdf',
    ])
    expect((await restore(old.id)).statusCode).toBe(200)
    product.clock.advance(30 * 86_400_000 + 1)
    mai = { ...mai, ...(await signInAgain(mai)) }
    expect((await restore(current.id)).statusCode).toBe(404)
    expect(await versions()).toHaveLength(1)
  })

  test('to a file without a type, behind a byte order mark, is one', async () => {
    const bytes = Buffer.concat([Buffer.from('\uFEFF'), pdfWith('Marked')])
    const reply = await replace(mai, made._id, { bytes, type: '' })
    expect(reply.json().result).toMatchObject({ fileSize: bytes.length })
  })

  test('to the same file is none', async () => {
    const reply = await replace(mai, made._id, { bytes: pdfWith('Menu') })
    expect(reply.json().result).toMatchObject({ fileUpdatedAt: made.fileUpdatedAt })
    expect(await storedFiles()).toHaveLength(1)
    expect(await rowsOf('pdf_versions')).toHaveLength(1)
  })

  test('to the same file under another name is one', async () => {
    const reply = await replace(mai, made._id, { bytes: pdfWith('Menu') }, { fileName: 'other.pdf' })
    expect(reply.json().result).toMatchObject({ fileName: 'other.pdf', fileSize: made.fileSize })
    expect(await rowsOf('pdf_versions')).toHaveLength(2)
  })

  test('to what is no PDF leaves the old file', async () => {
    const reply = await replace(mai, made._id, { bytes: Buffer.from('<html>') }, { title: 'x' })
    expect(reply.json().error.fields).toEqual({ pdfFile: 'invalid-pdf-file' })
    expect((await get(mai, `/${made._id}`)).json().result).toEqual(made)
    expect(await storedFiles()).toHaveLength(1)
  })

  test('20 new files at once: one is in its place, all others can be brought back', {
    timeout: 120_000,
  }, async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, i) => replace(mai, made._id, { bytes: pdfWith(`Menu ${i}`) })),
    )
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200))
    const versions = (await get(mai, `/${made._id}/versions`)).json().result as { isCurrent: boolean }[]
    expect(versions).toHaveLength(21)
    expect(versions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
    expect(await storedFiles()).toHaveLength(21)
  })
})

async function signInAgain({ username, password }: Person): Promise<{ sid: string }> {
  const basic = Buffer.from(`${username}:${password}`).toString('base64')
  const reply = await product.inject({
    method: 'POST',
    url: '/identity/users/auth',
    headers: { authorization: `Basic ${basic}` },
  })
  return reply.json().result
}

test("another's code does not exist", { timeout: 150_000 }, async () => {
  const made = (await create(mai)).json().result
  const [version] = (await get(mai, `/${made._id}/versions`)).json().result
  const thief = await product.signedIn()
  const own = (await create(thief)).json().result
  await Promise.all([drawn(mai, made._id), drawn(thief, own._id)])
  const before = [await rowsOf('pdf_codes'), await rowsOf('pdf_versions'), await rowsOf('user_codes')]
  const calls = (id: string) =>
    [
      ['GET', `/${id}`],
      ['PATCH', `/${id}`, { title: 'x' }],
      ['DELETE', `/${id}`],
      ['GET', `/${id}/versions`],
      ['POST', `/${id}/versions/${version.id}/restore`],
    ] as const
  for (const id of [made._id, randomUUID(), 'x', '1%27--']) {
    for (const [method, path, payload] of calls(id)) {
      const reply = await product
        .as(thief)
        .inject({ method, url: `${PDFS}${path}`, ...(payload && { payload }) })
      expect([reply.statusCode, reply.json().error.code], `${method} ${path}`).toEqual([404, 'NotFound'])
    }
  }
  expect((await replace(thief, made._id, { bytes: pdfWith('Theirs') })).statusCode).toBe(404)
  expect((await get(thief, `/name/${made.name}`)).statusCode).toBe(404)
  const url = `${PDFS}/${own._id}/versions/${version.id}/restore`
  expect((await product.as(thief).inject({ method: 'POST', url })).statusCode).toBe(404)
  expect([await rowsOf('pdf_codes'), await rowsOf('pdf_versions'), await rowsOf('user_codes')]).toEqual(
    before,
  )
  expect(await storedFiles()).toHaveLength(2)
})

test('a PDF that cannot be drawn is a code without a picture', async () => {
  const reply = await create(mai, someDetails(), {
    bytes: Buffer.from('%PDF-1.4\nnothing\nstartxref\n9\n%%EOF'),
  })
  expect(reply.statusCode).toBe(201)
  expect(reply.json().result.previewUrl).toBeNull()
})
