import { randomUUID } from 'node:crypto'
import { contentTypes, DEFAULT_QR_SETTINGS, encodeSymbol, renderPng } from '@scanleaf/qr'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { query } from '../../platform/db/database'
import { type Person, testApp } from '../../testing/app'
import { readCode } from '../generator/read-code'
import { pngOf } from '../media/testing'
import { aDynamicCode, aStaticCode, CODES, codesOf, website } from './testing'

const given = testApp()

const pictureOf = (text: string) =>
  Buffer.from(renderPng(encodeSymbol(text, { level: 'M' }), DEFAULT_QR_SETTINGS, { size: 400 }))

/** Sends a save as a form. */
async function sendForm(
  person: Person,
  fields: Record<string, string>,
  files: Record<string, Uint8Array> = {},
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const [name, bytes] of Object.entries(files))
    form.append(name, new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'qr.png')
  const body = new Response(form)
  return sendRaw(person, body.headers.get('content-type') ?? '', Buffer.from(await body.arrayBuffer()))
}

const sendRaw = (person: Person, type: string, payload: Buffer | string) =>
  given.as(person).inject({ method: 'POST', url: CODES, headers: { 'content-type': type }, payload })

/** The decoded text of a code's image. */
async function printed(person: Person, id: string): Promise<string | null> {
  const { pathname, search } = new URL((await codesOf(given, person).read(id)).qrImageUrl)
  return readCode((await given.inject({ url: pathname + search })).rawPayload, 'image')
}

const aForm = (more: Record<string, string> = {}) => ({
  userId: 'somebody-else',
  contentType: 'Website',
  codeContent: website('https://shop.example/menu'),
  isDynamicCode: 'true',
  createdBy: 'x@example.test',
  codeRedirect: '',
  ...more,
})

describe('a form', () => {
  test('saves as JSON does, with the picture of the same code', async () => {
    const person = await given.signedIn()
    const dynamicId = `Form-${Date.now()}`
    const fields = aForm({
      dynamicId,
      tags: 'a, b,,A',
      qrCustomSettings: JSON.stringify({ foregroundColor: '#003366' }),
      logo: '',
    })
    const reply = await sendForm(person, fields, {
      qrImage: pictureOf(`http://QR.TEST/${dynamicId.toUpperCase()}`),
    })
    expect(reply.statusCode, reply.body).toBe(201)
    expect(reply.json().result).toMatchObject({
      userId: person.id,
      dynamicId,
      tags: ['A', 'b'],
      qrCustomSettings: { ...DEFAULT_QR_SETTINGS, foregroundColor: '#003366' },
      logo: null,
    })
    const typed = await sendForm(
      person,
      aForm({ isDynamicCode: 'false', codeContent: website('shop.example') }),
      {
        qrImage: pictureOf('http://shop.example'),
      },
    )
    expect(typed.statusCode, typed.body).toBe(201)
  })

  test.each(['HTTP://QR.TEST/OLD-CAPITALS', 'http://QR.TEST/NEW-CAPITALS', 'http://qr.test/no-capitals'])(
    'takes the picture of its link as any client drew it: %s',
    async (link) => {
      const person = await given.signedIn()
      const dynamicId = link.slice('http://qr.test/'.length).toLowerCase()
      const reply = await sendForm(person, aForm({ dynamicId }), { qrImage: pictureOf(link) })
      expect(reply.statusCode, reply.body).toBe(201)
    },
  )

  test('takes the card of a client that writes the given name first, and prints the name as it is written', async () => {
    const person = await given.signedIn()
    const card = { firstName: 'Văn An', lastName: 'Nguyễn' }
    const fields = aForm({ contentType: 'VCard', codeContent: JSON.stringify(card), isDynamicCode: 'false' })
    const drawn = contentTypes.VCard.encode(card)
    const reply = await sendForm(person, fields, { qrImage: pictureOf(drawn) })
    expect(reply.statusCode, reply.body).toBe(201)
    const { id } = reply.json().result
    expect(await printed(person, id)).toContain('\r\nFN:Nguyễn Văn An\r\n')
    // A code that was saved before cards had a full name is printed: its symbol stays.
    await given
      .database()
      .db.execute(sql`update user_codes set code_content = ${JSON.stringify(card)} where id = ${id}`)
    expect(await printed(person, id)).toBe(drawn)
  })

  test.each([
    ['another address', pictureOf('https://evil.example/'), 422, 'QrImageMismatch'],
    ['no code', pngOf(4, 4), 422, 'QrImageMismatch'],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415, 'UnsupportedMediaType'],
    ['16 000 pixels a side', pngOf(16_000, 16_000), 422, 'ValidationError'],
    ['over 5 MiB', Buffer.alloc(5 * 1024 * 1024 + 1), 413, 'PayloadTooLarge'],
  ])('with a picture of %s stores nothing', async (_name, qrImage, status, code) => {
    const person = await given.signedIn()
    const reply = await sendForm(person, aForm({ isDynamicCode: 'false' }), { qrImage })
    expect([reply.statusCode, reply.json().error.code]).toEqual([status, code])
    expect((await codesOf(given, person).list({ productId: 'static-code' })).meta.total).toBe(0)
  })

  const part = (name: string, value: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const manyParts = (count: number) => Array.from({ length: count }, (_, i) => part(`a${i}`, '1')).join('')
  const BROKEN: [string, string, string, number][] = [
    ['no boundary', 'multipart/form-data', 'x', 400],
    ['an empty body', 'multipart/form-data; boundary=x', '', 422],
    ['a cut body', 'multipart/form-data; boundary=x', part('contentType', 'Website').slice(0, -4), 400],
    ['a cut header', 'multipart/form-data; boundary=x', '--x\r\nContent-Disp', 400],
    ['41 fields', 'multipart/form-data; boundary=x', `${manyParts(41)}--x--\r\n`, 413],
    ['3000 fields', 'multipart/form-data; boundary=x', `${manyParts(3000)}--x--\r\n`, 413],
    [
      'a field over 64 KiB',
      'multipart/form-data; boundary=x',
      `${part('name', 'x'.repeat(65_537))}--x--\r\n`,
      413,
    ],
    [
      'a field that reaches for prototypes',
      'multipart/form-data; boundary=x',
      `${part('__proto__', '{}')}--x--\r\n`,
      400,
    ],
    [
      'a part header of 100 KiB',
      'multipart/form-data; boundary=x',
      `--x\r\nX-Long: ${'x'.repeat(102_400)}\r\nContent-Disposition: form-data; name="name"\r\n\r\na\r\n--x--\r\n`,
      422,
    ],
    ['an empty part name', 'multipart/form-data; boundary=x', `${part('', 'x')}--x--\r\n`, 422],
    ['a form of another kind', 'application/x-www-form-urlencoded', 'contentType=Website', 415],
    ['text', 'text/plain', '{}', 415],
  ]
  test.each(BROKEN)('with %s is refused', async (_name, type, payload, status) => {
    const person = await given.signedIn()
    const reply = await sendRaw(person, type, payload)
    expect(reply.statusCode, reply.body).toBe(status)
    expect((await codesOf(given, person).list({})).meta.total).toBe(0)
  })

  test('that announces too much is refused before it is read', async () => {
    const reply = await given.as(await given.signedIn()).inject({
      method: 'POST',
      url: CODES,
      headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '1073741824' },
    })
    expect(reply.statusCode).toBe(413)
  })
})

describe('a design', () => {
  const pale = { foregroundColor: '#CCCCCC' }

  test('that is not read is refused, and saved when the caller insists', async () => {
    const codes = codesOf(given, await given.signedIn())
    const reply = await codes.call('POST', '', aDynamicCode({ qrCustomSettings: pale }))
    expect([reply.statusCode, reply.json().error.code, reply.json().error.fields]).toEqual([
      422,
      'DesignNotScannable',
      { qrCustomSettings: 'not-scannable' },
    ])
    const code = await codes.save(aDynamicCode({ qrCustomSettings: pale, scanAnyway: 'true' }))
    expect(code.qrCustomSettings.foregroundColor).toBe('#CCCCCC')
    const good = await codes.save(aDynamicCode())
    expect((await codes.call('PATCH', `/${good.id}`, { qrCustomSettings: pale })).statusCode).toBe(422)
    expect(
      (await codes.change(good.id, { qrCustomSettings: pale, scanAnyway: true })).qrCustomSettings,
    ).toMatchObject(pale)
  })

  test('with a text logo is kept with its outline, drawn and read', async () => {
    const codes = codesOf(given, await given.signedIn())
    const { id } = await codes.save(aDynamicCode({ qrCustomSettings: { style: 'rounded' } }))
    const before = await codes.read(id)
    const code = (
      await codes.good('POST', `/logo/${id}`, { background: '#FFFFFF', chooseBackground: true, text: 'Phở' })
    ).result
    expect(code.logo).toMatchObject({
      isImageLogo: false,
      text: 'Phở',
      background: '#FFFFFF',
      outline: { path: expect.any(String) },
    })
    expect(code.qrImageUrl).not.toBe(before.qrImageUrl)
    const { pathname, search } = new URL(code.qrImageUrl)
    const image = await given.inject({ url: pathname + search })
    expect(await readCode(image.rawPayload, 'image')).toBe(`http://QR.TEST/${code.dynamicId}`)
    expect((await codes.change(id, { logo: null })).logo).toBeNull()
  })

  test('is judged with a logo too, which raises the level that bears it', async () => {
    const codes = codesOf(given, await given.signedIn())
    const pale = { foregroundColor: '#DDDDDD', errorCorrectionLevel: 'L' }
    const { id } = await codes.save(aDynamicCode({ qrCustomSettings: pale, scanAnyway: true }))
    const logo = { background: '#FFFFFF', chooseBackground: true, text: 'Phở' }
    // Too pale whatever its id is.
    const refused = await codes.call('POST', `/logo/${id}`, logo)
    expect([refused.statusCode, refused.json().error.code]).toEqual([422, 'DesignNotScannable'])
    expect((await codes.read(id)).logo).toBeNull()
    await codes.change(id, { qrCustomSettings: { errorCorrectionLevel: 'L' } })
    const code = (await codes.good('POST', `/logo/${id}`, { ...logo, share: 0.05 })).result
    expect(code.logo).toMatchObject({ share: 0.05 })
    expect(code.qrCustomSettings.errorCorrectionLevel).toBe('H')
    const image = (sent: object) =>
      codes.good('POST', `/logo/${id}`, sent).then(({ result }) => result.qrImageUrl)
    expect(await image({ ...logo, share: 0.06 })).not.toBe(code.qrImageUrl)
    await codes.good('POST', `/logo/${id}`, { ...logo, share: 0.5, scanAnyway: true })
    expect((await codes.call('POST', `/logo/${id}`, { ...logo, share: 0.9 })).json().errors).toMatchObject({
      share: expect.any(String),
    })
  })

  test('takes a logo of an own image only', async () => {
    const [owner, stranger] = [await given.signedIn(), await given.signedIn()]
    const form = new FormData()
    const png = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#a00' } })
      .png()
      .toBuffer()
    form.append('photo', new Blob([new Uint8Array(png)]), 'a.png')
    const body = new Response(form)
    const uploaded = await given.as(owner).inject({
      method: 'POST',
      url: '/media/images',
      headers: { 'content-type': body.headers.get('content-type') ?? '' },
      payload: Buffer.from(await body.arrayBuffer()),
    })
    const link = `/media/images/${uploaded.json().result.id}`
    const code = await codesOf(given, owner).save(aDynamicCode({ logo: { isImageLogo: true, link } }))
    expect(code.logo).toMatchObject({ isImageLogo: true, link })
    const refused = await codesOf(given, stranger).call(
      'POST',
      '',
      aDynamicCode({ logo: { isImageLogo: true, link } }),
    )
    expect(refused.statusCode).toBe(422)
  })
})

describe('a picture', () => {
  test('has one address for ever, and another when the design changes', async () => {
    const codes = codesOf(given, await given.signedIn())
    const code = await codes.save(aDynamicCode())
    const get = (address: string, headers = {}) => {
      const { pathname, search } = new URL(address)
      return given.inject({ url: pathname + search, headers })
    }
    const first = await get(code.qrImageUrl)
    expect(first.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const moved = await codes.change(code.id, { codeContent: website('elsewhere.example'), name: 'x' })
    expect(moved.qrImageUrl).toBe(code.qrImageUrl)
    const blue = await codes.change(code.id, { qrCustomSettings: { foregroundColor: '#000080' } })
    expect(blue.qrImageUrl).not.toBe(code.qrImageUrl)
    const stale = await get(code.qrImageUrl)
    expect(stale.headers['cache-control']).toBe('public, no-cache')
    expect(stale.rawPayload.equals(first.rawPayload)).toBe(false)
    const again = await get(code.qrImageUrl, { 'if-none-match': stale.headers.etag })
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
    await codes.good('DELETE', `/${code.id}`)
    expect((await get(blue.qrImageUrl)).statusCode).toBe(200)
    await codes.good('DELETE', '/trash', { purged: code.id })
    expect((await get(blue.qrImageUrl)).statusCode).toBe(404)
  })

  test.each([
    ['png', 'image/png', '\x89PNG'],
    ['svg', 'image/svg+xml', '<svg'],
    ['eps', 'application/postscript', '%!PS'],
    ['pdf', 'application/pdf', '%PDF-'],
  ])('comes as %s', async (format, type, start) => {
    const codes = codesOf(given, await given.signedIn())
    const { id, dynamicId } = await codes.save(aDynamicCode())
    const file = await codes.call('GET', `/${id}/image.${format}?size=300&margin=2&cmyk=true`)
    expect(file.headers['content-type']).toContain(type)
    expect(file.headers['content-disposition']).toBe(`attachment; filename="trial-${dynamicId}.${format}"`)
    expect(file.rawPayload.toString('latin1').startsWith(start)).toBe(true)
    for (const query of ['size=199', 'size=4001', 'size=x', 'margin=-1', 'margin=41', 'cmyk=perhaps'])
      expect((await codes.call('GET', `/${id}/image.${format}?${query}`)).statusCode).toBe(422)
    expect((await codes.call('GET', `/${id}/image.gif`)).statusCode).toBe(404)
  })

  test('is drawn at the size of a list, be its symbol the largest in the widest margin', async () => {
    const codes = codesOf(given, await given.signedIn())
    const largest = { qrCustomSettings: { errorCorrectionLevel: 'H', margin: 40 }, scanAnyway: true }
    const { qrImageUrl } = await codes.save(aStaticCode('Text', { plainText: 'x'.repeat(1250) }, largest))
    const { pathname, search } = new URL(qrImageUrl)
    // 177 modules and twice 40: each has a whole number of pixels, one at least.
    for (const [size, width] of [
      [300, 514],
      [256, 257],
    ]) {
      const picture = await given.inject({ url: `${pathname}${search}&size=${size}` })
      expect(picture.headers['content-type']).toBe('image/png')
      expect((await sharp(picture.rawPayload).metadata()).width).toBe(width)
    }
  })
})

describe('a repeated save', () => {
  const repeat = (person: Person, key: string, payload: object, path = '') =>
    codesOf(given, person).call('POST', path, payload, { 'idempotency-key': key })

  test('has one effect and one answer', async () => {
    const person = await given.signedIn()
    const key = randomUUID()
    const replies = []
    for (let n = 0; n < 3; n++) replies.push(await repeat(person, key, aDynamicCode()))
    expect(new Set(replies.map((reply) => `${reply.statusCode} ${reply.body}`)).size).toBe(1)
    expect(replies[0]?.statusCode).toBe(201)
    expect((await codesOf(given, person).list({})).meta.total).toBe(1)
  })

  test('fifty at once: one is saved, the others get its answer or are told to wait', async () => {
    const person = await given.signedIn()
    const key = randomUUID()
    const replies = await Promise.all(Array.from({ length: 50 }, () => repeat(person, key, aDynamicCode())))
    expect(
      [...new Set(replies.map(({ statusCode }) => statusCode))].filter(
        (status) => status !== 201 && status !== 409,
      ),
    ).toEqual([])
    expect(new Set(replies.filter(({ statusCode }) => statusCode === 201).map(({ body }) => body)).size).toBe(
      1,
    )
    expect((await codesOf(given, person).list({})).meta.total).toBe(1)
  })

  test('with another body, or under no proper key, is refused; another person’s key is another key', async () => {
    const [person, other] = [await given.signedIn(), await given.signedIn()]
    const key = randomUUID()
    expect((await repeat(person, key, aDynamicCode())).statusCode).toBe(201)
    expect((await repeat(person, key, aDynamicCode({ name: 'x' }))).json().error.code).toBe('Conflict')
    expect((await repeat(other, key, aDynamicCode())).statusCode).toBe(201)
    expect((await repeat(person, key, { codes: [aDynamicCode()] }, '/bulk')).statusCode).toBe(201)
    for (const wrong of ['', 'a b', 'x'.repeat(256), 'ключ'.normalize()])
      expect(
        (await repeat(person, encodeURI(wrong) === wrong ? wrong : 'a\tb', aDynamicCode())).statusCode,
      ).toBe(400)
  })

  test('that failed leaves nothing and is tried anew; an answer is kept for thirty days', async () => {
    const person = await given.signedIn()
    const dynamicId = `Once-${Date.now()}`
    const { id } = await codesOf(given, person).save(aDynamicCode({ dynamicId }))
    const key = randomUUID()
    expect((await repeat(person, key, aDynamicCode({ dynamicId }))).statusCode).toBe(409)
    await codesOf(given, person).good('DELETE', `/${id}`)
    expect((await repeat(person, key, aDynamicCode({ dynamicId }))).statusCode).toBe(201)
    const { db } = given.database()
    await db.execute(sql`update idempotency_keys set created_at = created_at - interval '30 days 1 second'`)
    const other = await given.signedIn()
    const laterKey = randomUUID()
    expect((await repeat(other, laterKey, aDynamicCode())).statusCode).toBe(201)
    const keys = await query(db, sql`select key from idempotency_keys`)
    expect(keys).toEqual([{ key: laterKey }])
  })
})
