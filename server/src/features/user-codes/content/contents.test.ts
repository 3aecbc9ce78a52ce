import { CONTENT_TYPE_NAMES, contentTypes, type ContentTypeDefinition as QrContentType } from '@scanleaf/qr'
import { runs } from '@scanleaf/qr/property-runs'
import { ContentType } from '@scanleaf/shared'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testApp } from '../../../testing/app'
import { textsOf } from '../../generator/testing'
import { userCodes } from '../table'
import { aDynamicCode, aStaticCode, CODES, codesOf, website } from '../testing'
import { STATIC_CONTENTS } from './samples'

const given = testApp()

test('the wire names every type that can be encoded, and only those', () =>
  expect([...ContentType.options].sort()).toEqual([...CONTENT_TYPE_NAMES].sort()))

test.each(Object.entries(STATIC_CONTENTS))(
  'a static %s is stored as it was sent, and drawn',
  async (type, content) => {
    const codes = codesOf(given, await given.signedIn())
    const code = await codes.save(aStaticCode(type.toUpperCase(), { ...content, other: 'dropped' }))
    expect(code).toMatchObject({
      contentType: type,
      productId: 'static-code',
      codeRedirect: null,
      dynamicId: null,
    })
    expect(JSON.parse(code.codeContent)).toEqual(content)
    expect(await codes.read(code.id)).toEqual(code)
    const { pathname, search } = new URL(code.qrImageUrl)
    expect((await given.inject({ url: pathname + search })).statusCode).toBe(200)
  },
)

test.each([
  ['Phone', { phoneNumber: 'tel:+84 (0)28 3822–1234' }, { phoneNumber: '+84 28 3822-1234' }],
  ['SMS', { smsNumber: '\u202d+٩٦٦٥٠١٢٣٤٥٦٧\u202c', smsContent: 'OK' }, { smsNumber: '+966501234567' }],
  ['VCard', { ...STATIC_CONTENTS.VCard, fax: '028 3822 1234 ext 5' }, { fax: '028 3822 1234,5' }],
  ['Wifi', { ssid: 'a', passWifi: '12345678', hidden: true }, { encrypWifi: 'WPA', hidden: 'true' }],
  ['Wifi', { ssid: 'a', passWifi: 'x', encrypWifi: 'nopass' }, { passWifi: '', hidden: '' }],
  ['Email', { emailTabE: '"An" <mailto:a@shop.example> ' }, { emailTabE: 'a@shop.example' }],
])('a static %s is stored as it was meant', async (type, typed, stored) => {
  const codes = codesOf(given, await given.signedIn())
  const { codeContent } = await codes.save(aStaticCode(type, typed))
  expect(JSON.parse(codeContent)).toMatchObject(stored)
})

test.each([
  ['Phone', STATIC_CONTENTS.Phone, { phoneNumber: '+84 (0)28 3822 1234' }, 'tel:+8402838221234'],
  [
    'Wifi',
    STATIC_CONTENTS.Wifi,
    { ssid: 'net', passWifi: '1234', encrypWifi: '' },
    'WIFI:T:WPA;S:net;P:1234;;',
  ],
])('a %s that was printed before a rule came is drawn as it was', async (type, content, stored, text) => {
  const codes = codesOf(given, await given.signedIn())
  const { id, qrImageUrl } = await codes.save(aStaticCode(type, content))
  await given
    .database()
    .db.update(userCodes)
    .set({ codeContent: JSON.stringify(stored) })
    .where(eq(userCodes.id, id))
  const picture = await given.inject(new URL(qrImageUrl).pathname)
  expect(await textsOf(picture.rawPayload)).toEqual([text, text])
})

/** Each field of each type, in ways it must not be. */
const WRONG: [type: string, content: object, fields: object][] = [
  ...Object.entries(STATIC_CONTENTS).flatMap(([type, content]) =>
    Object.keys(content).flatMap((field): [string, object, object][] => [
      [type, { ...content, [field]: 7 }, { [field]: 'invalid-value' }],
      [type, { ...content, [field]: { a: 1 } }, { [field]: 'invalid-value' }],
    ]),
  ),
  ['Facebook Url', {}, { facebookUrl: 'required' }],
  ['Facebook Url', { facebookUrl: 'a b' }, { facebookUrl: 'error-message-inp' }],
  ['Facebook share', { shareFacebook: 'javascript:alert(1)' }, { shareFacebook: 'invalid-url' }],
  ['VCard', {}, { firstName: 'required', lastName: 'required' }],
  ['VCard', { ...STATIC_CONTENTS.VCard, email: 'nobody' }, { email: 'email-without-at' }],
  ['VCard', { ...STATIC_CONTENTS.VCard, companyEmail: 'a@shop' }, { companyEmail: 'email-domain' }],
  ['VCard', { ...STATIC_CONTENTS.VCard, fax: 'call me' }, { fax: 'invalid-phone' }],
  ['VCard', { ...STATIC_CONTENTS.VCard, websiteUrl: 'ftp://x' }, { websiteUrl: 'invalid-url' }],
  [
    'VCard',
    { ...STATIC_CONTENTS.VCard, websiteUrl: 'https://quan,example.vn' },
    { websiteUrl: 'address-bad-host' },
  ],
  ['Website', { content: 'quan' }, { content: 'address-one-label' }],
  ['Facebook Url', { facebookUrl: 'http://quan.local' }, { facebookUrl: 'address-inside-only' }],
  ['Facebook share', { shareFacebook: 'http://[fd00::1]/' }, { shareFacebook: 'address-inside-only' }],
  ['Text', { plainText: '   ' }, { plainText: 'required' }],
  ['Email', { emailTabE: '' }, { emailTabE: 'required' }],
  ['Phone', { phoneNumber: '12345abc' }, { phoneNumber: 'invalid-phone' }],
  ['Wifi', { ssid: '', passWifi: 'x', encrypWifi: 'WPA' }, { ssid: 'required' }],
  ['Wifi', { ssid: 'a', passWifi: '', encrypWifi: 'WPA' }, { passWifi: 'required' }],
  ['Wifi', { ssid: 'a', passWifi: '1234567', encrypWifi: '' }, { passWifi: 'wifi-password-too-short' }],
  ['Wifi', { ssid: 'a', passWifi: 'mật khẩu 1' }, { passWifi: 'wifi-password-characters' }],
  ['Wifi', { ssid: 'a', passWifi: 'abcdefg', encrypWifi: 'WEP' }, { passWifi: 'wep-key-length' }],
  ['Wifi', { ssid: 'đ'.repeat(17), passWifi: 'x', encrypWifi: 'WPA' }, { ssid: 'ssid-too-long' }],
  ['Wifi', { ssid: 'a', passWifi: 'x', encrypWifi: 'WPA;S:evil' }, { encrypWifi: 'invalid-choice' }],
  ['Phone', { phoneNumber: '0901 234 567 - 0907 654 321' }, { phoneNumber: 'two-phone-numbers' }],
  ['SMS', { smsNumber: '0901234567,1', smsContent: 'OK' }, { smsNumber: 'phone-extension' }],
  ['SMS', { smsNumber: '', smsContent: '' }, { smsNumber: 'required', smsContent: 'required' }],
]

test('every field of every type is checked by its name, and nothing is stored', async () => {
  const person = await given.signedIn()
  const codes = codesOf(given, person)
  for (const [type, content, fields] of WRONG) {
    const reply = await codes.call('POST', '', aStaticCode(type, content))
    expect([reply.statusCode, reply.json().error.fields], JSON.stringify([type, content])).toEqual([
      422,
      fields,
    ])
  }
  expect((await codes.list({ productId: 'static-code' })).meta.total).toBe(0)
})

/** Text pasted from chats, documents and keyboards of other scripts. */
const DIRTY = [
  '\u200b\ufeff',
  '\u202d',
  '\u2060',
  '\u00a0',
  '\u0000',
  '\r\n',
  ' ',
  'e\u0301',
  '"',
  '٣',
  '\u00ad',
  'ạ',
]

test('what the form sends of dirty values is what is stored, in every field of every type', async () => {
  const codes = codesOf(given, await given.signedIn())
  const dirty = fc.array(fc.constantFrom(...DIRTY), { maxLength: 4 }).map((parts) => parts.join(''))
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.entries(STATIC_CONTENTS)),
      dirty,
      dirty,
      async ([type, content], before, after) => {
        const typed = Object.fromEntries(
          Object.entries(content).map(([field, value]) => [field, before + value + after]),
        )
        const { [type as keyof typeof contentTypes]: rules } = contentTypes as Record<string, QrContentType>
        const sent = rules?.clean(typed)
        const ways = await Promise.all(
          [typed, sent ?? {}].map((of) => codes.call('POST', '', aStaticCode(type, of))),
        )
        const stored = ways.map((reply) => JSON.parse(reply.json().result?.codeContent ?? null))
        if (stored[1] !== null) expect(stored[1]).toEqual(sent)
        expect(stored[0]).toEqual(stored[1])
        expect(ways[0]?.json().error?.fields).toEqual(ways[1]?.json().error?.fields)
      },
    ),
    { numRuns: runs(40), verbose: true },
  )
})

test('a text of more bytes than any symbol holds is refused with how many are too many', async () => {
  const codes = codesOf(given, await given.signedIn())
  // 739 emoji of four bytes; 2952 bytes of UTF-8 fit beside the mark that says so.
  const reply = await codes.call('POST', '?lng=en', aStaticCode('Text', { plainText: '😀'.repeat(739) }))
  expect(reply.statusCode).toBe(422)
  expect(reply.json().error).toMatchObject({
    fields: { plainText: 'content-too-long' },
    details: { plainText: { maxBytes: 2952, excessBytes: 4 } },
  })
  const cards = aStaticCode('VCard', { ...STATIC_CONTENTS.VCard, street: 'x'.repeat(2900) })
  const long = await codes.call('POST', '?lng=en', cards)
  expect(long.json().error.fields).toEqual({ street: 'content-too-long' })
  const { excessBytes, maxBytes } = long.json().error.details.street
  expect(excessBytes).toBeGreaterThan(0)
  expect(long.json().errors.street).toBe(
    `This content is ${excessBytes} bytes too long: a QR code holds up to ${new Intl.NumberFormat('en').format(maxBytes)}`,
  )
  await codes.save(aStaticCode('Text', { plainText: '😀'.repeat(738) }))
})

test('the dynamic types are those with an address', async () => {
  const codes = codesOf(given, await given.signedIn())
  const card = await codes.save(
    aDynamicCode({ contentType: 'Vcard', codeContent: website('cards.example/anh') }),
  )
  expect(card).toMatchObject({ contentType: 'VCard', codeContent: website('http://cards.example/anh') })
  const wifi = await codes.call('POST', '', {
    ...aStaticCode('Wifi', STATIC_CONTENTS.Wifi),
    isDynamicCode: true,
  })
  expect(wifi.json().error.fields).toEqual({ contentType: 'invalid-value' })
})

test('each field of the payload that is wrong, missing, too long or of another type is refused', async () => {
  const person = await given.signedIn()
  const codes = codesOf(given, person)
  const wrong: [object, object][] = [
    ...[null, 7, [], {}, true].flatMap((value): [object, object][] =>
      ['contentType', 'codeContent', 'dynamicId', 'name'].map((field) => [
        { [field]: value },
        { [field]: 'invalid-value' },
      ]),
    ),
    ...[null, 7, [], {}, 'perhaps'].map((value): [object, object] => [
      { isDynamicCode: value },
      { isDynamicCode: 'invalid-value' },
    ]),
    [{ contentType: undefined }, { contentType: 'invalid-value' }],
    [{ codeContent: undefined }, { codeContent: 'required' }],
    [{ isDynamicCode: undefined }, { isDynamicCode: 'invalid-value' }],
    [{ name: 'x'.repeat(201) }, { name: 'too-long' }],
    [{ name: 'a\0' }, { name: 'invalid-value' }],
    [{ name: 'a\ud800' }, { name: 'invalid-value' }],
    [{ tags: 7 }, { tags: 'invalid-value' }],
    [{ tags: [7] }, { tags: 'invalid-value' }],
    [{ tags: ['x'.repeat(41)] }, { tags: 'too-long' }],
    [{ tags: Array.from({ length: 21 }, (_, n) => `t${n}`) }, { tags: 'too-many' }],
    [{ qrCustomSettings: 'blue' }, { qrCustomSettings: 'invalid-settings' }],
    [
      { qrCustomSettings: { foregroundColor: 'red' } },
      { 'qrCustomSettings.foregroundColor': 'invalid-color' },
    ],
    [
      { qrCustomSettings: { foregroundColor: '#000"/><script>' } },
      { 'qrCustomSettings.foregroundColor': 'invalid-color' },
    ],
    [{ qrCustomSettings: { size: 1e9 } }, { 'qrCustomSettings.size': 'size-out-of-range' }],
    [{ qrCustomSettings: '{"margin":-1}' }, { 'qrCustomSettings.margin': 'invalid-margin' }],
    [{ logo: 'x' }, { logo: 'invalid-value' }],
    [{ logo: { isImageLogo: false, text: '\u2060\u200b' } }, { 'logo.text': 'required' }],
    [{ logo: { isImageLogo: false, text: 'x'.repeat(13) } }, { 'logo.text': 'too-long' }],
    [{ logo: { isImageLogo: true, link: 'https://evil.example/a.png' } }, { 'logo.link': 'invalid-logo' }],
    [{ scanAnyway: 'yes, please' }, { scanAnyway: 'invalid-value' }],
  ]
  for (const [more, fields] of wrong) {
    const reply = await codes.call('POST', '', aDynamicCode(more))
    expect([reply.statusCode, reply.json().error.fields], JSON.stringify(more)).toEqual([422, fields])
  }
  expect((await codes.list({})).meta.total).toBe(0)
})

test('a name or a tag that shows nothing is none', async () => {
  const codes = codesOf(given, await given.signedIn())
  const nothing = '\u2060\u200b\u2800'
  const { id, name, tags } = await codes.save(aDynamicCode({ name: nothing, tags: [nothing, 'Bàn'] }))
  expect({ name, tags }).toEqual({ name: '', tags: ['Bàn'] })
  await codes.change(id, { name: 'Bàn 7' })
  expect(await codes.change(id, { name: nothing })).toMatchObject({ name: '' })
})

test('what is too long or too many is told how much may be', async () => {
  const codes = codesOf(given, await given.signedIn())
  for (const [more, error, text] of [
    [{ name: 'x'.repeat(201) }, { details: { name: { max: 200 } } }, { name: 'Quá dài: tối đa 200 ký tự' }],
    [
      { tags: Array.from({ length: 21 }, (_, n) => `t${n}`) },
      { details: { tags: { max: 20 } } },
      { tags: 'Quá nhiều: tối đa 20' },
    ],
    [{ tags: ['x'.repeat(41)] }, { details: { tags: { max: 40 } } }, { tags: 'Quá dài: tối đa 40 ký tự' }],
    [
      { dynamicId: 'x'.repeat(33) },
      {},
      { dynamicId: 'Dùng 3 đến 32 chữ cái, chữ số, dấu gạch nối hoặc gạch dưới' },
    ],
  ] as const) {
    const reply = (await codes.call('POST', '', aDynamicCode(more))).json()
    expect(reply.error ?? {}).toMatchObject(error)
    expect(reply.errors).toEqual(text)
  }
})

test('no column can be set from the body that is not the caller’s to set', async () => {
  const person = await given.signedIn()
  const codes = codesOf(given, person)
  const plain = await codes.save(aDynamicCode())
  const forged = {
    _id: 'x',
    id: '0b9df6a5-7c5e-4c9e-8f0e-3c1a52a8a000',
    userId: 'somebody-else',
    user_id: 'somebody-else',
    productId: 'static-code',
    target: 'https://evil.example',
    codeRedirect: 'https://evil.example',
    imageKey: 'A'.repeat(20),
    qrImageUrl: 'https://evil.example/x.png',
    ordinal: 99,
    searchText: 'evil',
    sortName: 'evil',
    scans: 99,
    scanCounter: 99,
    enabled: false,
    GoogleAnalyticsID: 'G-ABCD',
    createdBy: 'x@example.test',
    createdAt: '2001-01-01T00:00:00Z',
    updatedAt: '2001-01-01T00:00:00Z',
    deletedAt: '2001-01-01T00:00:00Z',
  }
  const code = await codes.save(aDynamicCode(forged))
  const own = {
    _id: code.id,
    id: code.id,
    dynamicId: code.dynamicId,
    codeRedirect: code.codeRedirect,
    qrImageUrl: code.qrImageUrl,
  }
  expect(code).toEqual({ ...plain, ...own })
  expect(code.codeRedirect).toBe(`http://qr.test/${code.dynamicId}`)
  expect(code.qrImageUrl).not.toContain('evil')
  const { enabled, GoogleAnalyticsID, ...rest } = forged
  const patched = await codes.change(code.id, rest)
  expect(patched).toEqual(code)
  expect(
    (await given.as(person).inject({ url: CODES, query: { productId: 'dynamic-code', userId: 'x' } })).json()
      .meta.total,
  ).toBe(2)
})
