import { readFileSync } from 'node:fs'
import { QR_FRAME_KINDS } from '@scanleaf/qr'
import { LANGUAGE_CODES } from '@scanleaf/shared'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../testing/app'
import { generatorCalls, textsOf } from './testing'

const product = testApp()
const { post, generate, rows } = generatorCalls(product)

const LOCALES = new URL('../../../../shared/locales/', import.meta.url)
const FRAME = { kind: 'ring', text: 'Scan me', language: 'en', color: '#0A5A39' }

const callToAction = (language: string): string =>
  JSON.parse(readFileSync(new URL(`calls-to-action/${language}.json`, LOCALES), 'utf8')).menu

/** Every language in one frame, the kinds in turn; the nightly run draws each in all of them. */
const FRAMED = LANGUAGE_CODES.flatMap((language, place) => {
  const turn = QR_FRAME_KINDS.filter((_, index) => index === place % QR_FRAME_KINDS.length)
  const kinds = process.env['NIGHTLY'] === '1' ? QR_FRAME_KINDS : turn
  return kinds.map((kind) => [kind, language, callToAction(language)] as const)
})

describe('a picture of a static code', () => {
  test.each([
    ['url', 'example.com/ab', 'http://example.com/ab'],
    ['Website', { content: 'https://example.com/' }, 'https://example.com/'],
    ['Text', 'Xin chào', 'Xin chào'],
    ['Phone', '{"phoneNumber":"+84 (0)90 123–45–67 ext 8"}', 'tel:+84901234567,8'],
    [
      'wifi',
      { ssid: 'Quán;Lá', passWifi: 'p@ss;word', encrypWifi: 'WPA' },
      'WIFI:T:WPA;S:Quán\\;Lá;P:p@ss\\;word;;',
    ],
  ])('of type %s is made without a session, shown and saved', async (contentType, content, text) => {
    const reply = await generate({ content, contentType })
    expect(reply.statusCode).toBe(201)
    const { imgUrl, dirName, fileName } = reply.json().result
    expect(imgUrl).toBe(`http://app.test/media/qrcodes/${dirName}/${fileName}`)
    const shown = await product.inject(new URL(imgUrl).pathname)
    expect(shown.headers).toMatchObject({
      'content-type': 'image/png',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    expect(await textsOf(shown.rawPayload)).toEqual([text, text])
    const saved = await post('/qrcode-generator/download-qrcode', { dirName, fileName })
    expect(saved.headers['content-disposition']).toContain(`filename="${fileName}"`)
    expect(saved.rawPayload.equals(shown.rawPayload)).toBe(true)
  })

  test.each(['svg', 'eps', 'pdf'])('is made as %s', async (format) => {
    const { fileName, imgUrl } = (
      await generate({ content: 'https://example.com/Menu?a=1&b=2', format })
    ).json().result
    expect(fileName).toBe(`example_com_menu_a_1.${format}`)
    const shown = await product.inject(new URL(imgUrl).pathname)
    expect(shown.statusCode).toBe(200)
    const begin = { svg: '<svg', eps: '%!PS', pdf: '%PDF' }[format] ?? ''
    expect(shown.rawPayload.toString('latin1')).toContain(begin)
  })

  test.each(FRAMED)('is framed by %s with words in %s, and read', async (kind, language, text) => {
    const frame = { kind, text, language, color: '#0A5A39', line: 'name' }
    const { imgUrl } = (await generate({ content: 'a.vn', qrCustomSettings: { frame } })).json().result
    const { rawPayload } = await product.inject(new URL(imgUrl).pathname)
    expect(rawPayload.readUInt32BE(20)).toBeGreaterThan(rawPayload.readUInt32BE(16))
    expect(await textsOf(rawPayload)).toEqual(['http://a.vn/', 'http://a.vn/'])
  })

  test('is framed in a preview by the same outlines, its second line without what no font has', async () => {
    const outlined = (body: object) => post('/qrcode-generator/text-outline', body)
    const plain = (await outlined({ text: 'Scan me', language: 'en' })).json().result
    expect(plain).toMatchObject({ outline: { path: expect.stringMatching(/^M/) }, second: null })
    const { outline, second } = (
      await outlined({ text: 'Scan me', language: 'en', second: 'Ban 1 \u{10380}' })
    ).json().result
    expect(outline).toEqual(plain.outline)
    expect(second).toEqual((await outlined({ text: 'Ban 1', language: 'en' })).json().result.outline)
    const refused = await outlined({ text: '\u{10380}', language: 'en' })
    expect(refused.json().error.fields).toEqual({ text: 'unknown-characters' })
  })

  test('words that no font has are refused before a frame is kept', async () => {
    const frame = { kind: 'ring', text: '\ue000', language: 'vi', color: '#0A5A39' }
    const reply = await generate({ content: 'a.vn', qrCustomSettings: { frame } })
    expect(reply.json().error.fields).toEqual({ frame: 'unknown-characters' })
    expect(await rows('generated_codes')).toEqual([])
  })

  test('answers under the gateway too', async () => {
    expect((await post('/gateway/api/qrcode-generator/qrcode', { content: 'a.vn' })).statusCode).toBe(201)
  })

  test('is gone after a day, and its row with the next one made', async () => {
    const { imgUrl } = (await generate({ content: 'example.com' })).json().result
    await product.database().db.execute(`update generated_codes set created_at = now() - interval '1 day'`)
    // Old ones are looked for once a minute.
    product.clock.advance(60_000)
    expect((await product.inject(new URL(imgUrl).pathname)).statusCode).toBe(404)
    await generate({ content: 'example.com' })
    expect(await rows('generated_codes')).toHaveLength(1)
  })

  test('is limited for each caller', async () => {
    const send = () =>
      product.inject({ method: 'POST', url: '/qrcode-generator/qrcode', payload: { content: 'a.vn' } })
    const replies = await Promise.all(Array.from({ length: 65 }, send))
    expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(60)
    const refused = replies.find(({ statusCode }) => statusCode !== 201)
    expect(refused?.json().error.code).toBe('TooManyRequests')
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
  })

  test.each([
    ['no content', {}, { content: 'required' }],
    ['content of a wrong type', { content: 7 }, { content: 'required' }],
    ['an address with a space', { content: 'a b.vn' }, { content: 'error-message-inp' }],
    ['an address of one label', { content: 'shop' }, { content: 'address-one-label' }],
    ['an unknown type', { content: 'a', contentType: 'Morse' }, { contentType: 'invalid-value' }],
    ['a missing field', { content: { ssid: 'x' }, contentType: 'Wifi' }, { passWifi: 'required' }],
    [
      'two numbers',
      { content: '0901 234 567/0907 654 321', contentType: 'Phone' },
      { content: 'two-phone-numbers' },
    ],
    [
      'content over the largest symbol',
      { content: 'ă'.repeat(1500), contentType: 'Text' },
      { content: 'too-long' },
    ],
    [
      'content without measure',
      { content: 'a'.repeat(70_000), contentType: 'Text' },
      { content: 'content-too-long' },
    ],
    ['an unknown format', { content: 'a.vn', format: 'bmp' }, { format: 'invalid-value' }],
    ...(
      [
        ['foregroundColor', 'red', 'invalid-color'],
        ['foregroundColor', '#000"/><script>', 'invalid-color'],
        ['backgroundColor', 7, 'invalid-color'],
        ['errorCorrectionLevel', 'Z', 'invalid-level'],
        ['style', 'hearts', 'invalid-style'],
        ['size', 199, 'size-out-of-range'],
        ['size', 4001, 'size-out-of-range'],
        ['size', '1000', 'size-out-of-range'],
        ['borderRadius', -1, 'invalid-radius'],
        ['margin', 41, 'invalid-margin'],
        ['margin', 0.5, 'invalid-margin'],
        ['eyeShape', 'star', 'invalid-eyes'],
        ['eyes', [{}], 'invalid-eyes'],
        ['gradient', { type: 'conic' }, 'invalid-gradient'],
        ['frame', 'ring', 'invalid-frame'],
        ['frame', { ...FRAME, text: 'x'.repeat(31) }, 'frame-text-too-long'],
        ['frame', { ...FRAME, color: '#999', textColor: '#fff' }, 'frame-contrast'],
      ] as const
    ).map(([field, value, code]): [string, object, object] => [
      `${field} ${JSON.stringify(value)}`,
      { content: 'a.vn', qrCustomSettings: { [field]: value } },
      { [field === 'gradient' ? 'qrCustomSettings.gradient.type' : `qrCustomSettings.${field}`]: code },
    ]),
    [
      'settings that are a list',
      { content: 'a.vn', qrCustomSettings: [] },
      { qrCustomSettings: 'invalid-settings' },
    ],
    [
      'settings that are no JSON',
      { content: 'a.vn', qrCustomSettings: '{' },
      { qrCustomSettings: 'invalid-settings' },
    ],
  ])('with %s is refused by field, in the language of the caller', async (_name, payload, fields) => {
    const reply = await generate(payload, { 'accept-language': 'en' })
    expect(reply.statusCode).toBe(422)
    expect(reply.json().error).toMatchObject({
      code: 'ValidationError',
      message: 'Some fields need your attention.',
    })
    expect(reply.json().error.fields).toMatchObject(fields)
    expect(Object.keys(reply.json().errors)).toEqual(Object.keys(reply.json().error.fields))
    expect(await rows('generated_codes')).toEqual([])
  })
})

describe('the scan check', () => {
  const check = (payload: object) => post('/qrcode-generator/scan-check', payload)

  test('passes a plain code and one with a text logo', async () => {
    const content = 'https://example.com'
    expect((await check({ content })).json().result).toMatchObject({ passes: true, repair: null })
    const logo = { isImageLogo: false, text: 'Lá' }
    expect((await check({ content, logo })).json().result).toMatchObject({ passes: true })
  })

  test('refuses a pale code and offers a design that passes', async () => {
    const content = 'https://example.com'
    const { result } = (await check({ content, qrCustomSettings: { foregroundColor: '#CCCCCC' } })).json()
    expect(result).toMatchObject({ passes: false, repair: { keepsLogo: true } })
    const repaired = await check({ content, qrCustomSettings: result.repair.settings })
    expect(repaired.json().result.passes).toBe(true)
  })

  test.each([
    [
      'an image that is not there',
      { link: '/media/images/aaaaaaaaaaaaaaaaaaaaaaaa' },
      { 'logo.link': 'invalid-logo' },
    ],
    ['an address elsewhere', { link: 'https://evil.example/x.png' }, { 'logo.link': 'invalid-logo' }],
    ['no image', {}, { 'logo.link': 'required' }],
    ['a text without shape', { isImageLogo: false, text: '\ue000' }, { 'logo.text': 'unknown-characters' }],
  ])('with a logo of %s is refused', async (_name, logo, fields) => {
    const reply = await check({ content: 'a.vn', logo })
    expect(reply.statusCode).toBe(422)
    expect(reply.json().error.fields).toEqual(fields)
  })
})
