import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Person, testApp } from '../../testing/app'
import { gifOf, pngOf } from '../media/testing'
import { coloredPng, generatorCalls, middleOf, textsOf } from './testing'

const product = testApp()
const { post, postForm, rows } = generatorCalls(product)
let mai: Person

beforeEach(async () => {
  mai = await product.signedIn()
})

describe('a logo', () => {
  test('of an uploaded image is shown and drawn into the code of an address', async () => {
    const reply = await postForm(
      mai,
      '/qrcode-generator/qrcode-url-logo-img/user',
      { background: '#FFFFFF', link: 'https://example.com/menu' },
      await coloredPng('#B4461B'),
    )
    expect(reply.statusCode).toBe(200)
    const { imgLogo, result } = reply.json()
    expect(result).toMatchObject({ imgLogo, background: '#FFFFFF', text: '', outline: null })
    expect(imgLogo).toBe(`http://app.test${result.link}`)
    expect((await sharp((await product.inject(result.link)).rawPayload).metadata()).width).toBe(300)
    const shown = await product.inject(new URL(result.qrImage.imgUrl).pathname)
    expect(await textsOf(shown.rawPayload)).toEqual(['https://example.com/menu', 'https://example.com/menu'])
    expect(await middleOf(shown.rawPayload)).toEqual([0xb4, 0x46, 0x1b])
  })

  test('of an own image is chosen by its address, of a stranger it is not', async () => {
    const first = await postForm(
      mai,
      '/qrcode-generator/qrcode-url-logo-img/user',
      {},
      await coloredPng('teal'),
    )
    const { imgLogo } = first.json()
    const choose = (sid: string) =>
      post('/qrcode-generator/qrcode-url-logo-img/user-logo', { background: '#0B3D2A', link: imgLogo }, sid)
    expect((await choose(mai.sid)).json().result).toMatchObject({ imgLogo, background: '#0B3D2A' })
    const refused = await choose((await product.signedIn()).sid)
    expect(refused.statusCode).toBe(422)
    expect(refused.json().error.fields).toEqual({ link: 'invalid-logo' })
  })

  test('of a text is the picture of its outline', async () => {
    const reply = await post(
      '/qrcode-generator/qrcode-url-logo-text/user',
      { textLogo: 'Lá Quét', background: '#FFFFFF', link: '' },
      mai.sid,
    )
    const { imgLogo, result } = reply.json()
    const svg = Buffer.from(imgLogo.split(',')[1], 'base64')
    expect(svg.toString()).toContain(result.outline.path)
    const { width, height } = await sharp(svg).metadata()
    expect({ width, height }).toEqual({ width: result.outline.width, height: result.outline.height })
    expect(result).toMatchObject({ text: 'Lá Quét', link: '', qrImage: null })
  })

  test.each([
    ['no text', { textLogo: '' }, { textLogo: 'required' }],
    ['thirteen characters', { textLogo: 'e\u0302'.repeat(13) }, { textLogo: 'too-long' }],
    ['characters that no font has', { textLogo: 'שלום' }, { textLogo: 'unknown-characters' }],
    ['a background that is no colour', { textLogo: 'a', background: 'red' }, { background: 'invalid-color' }],
    ['an address that is none', { textLogo: 'a', link: 'a b' }, { link: 'error-message-inp' }],
  ])('with %s is refused', async (_name, body, fields) => {
    const reply = await post('/qrcode-generator/qrcode-url-logo-text/user', body, mai.sid)
    expect(reply.statusCode).toBe(422)
    expect(reply.json().error.fields).toEqual(fields)
  })

  test.each([
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415, undefined],
    ['no image', () => Buffer.from('hello'), 415, undefined],
    ['nothing', () => undefined, 422, { file: 'required' }],
    [
      'half a PNG',
      async () => (await coloredPng('#123', 300, 300)).subarray(0, 200),
      422,
      { file: 'broken-image' },
    ],
    ['50 000 pixels a side', () => pngOf(50_000, 50_000), 422, { file: 'image-max-side' }],
    ['two frames', () => gifOf(2), 422, { file: 'moving-image' }],
  ])('from a file that is %s is refused and nothing is stored', async (_name, file, status, fields) => {
    const reply = await postForm(
      mai,
      '/qrcode-generator/qrcode-url-logo-img/user',
      { link: 'a.vn' },
      await file(),
    )
    expect(reply.statusCode).toBe(status)
    expect(reply.json().error.fields).toEqual(fields)
    expect(await rows('images')).toEqual([])
    expect(await rows('generated_codes')).toEqual([])
  })

  test('with an address that is none stores no image either', async () => {
    const reply = await postForm(
      mai,
      '/qrcode-generator/qrcode-url-logo-img/user',
      { link: 'a b' },
      await coloredPng('teal'),
    )
    expect(reply.json().error.fields).toEqual({ link: 'error-message-inp' })
    expect(await rows('images')).toEqual([])
  })

  test.each(['-img/user', '-img/user-logo', '-text/user'])(
    'by qrcode-url-logo%s needs a session',
    async (name) => {
      expect((await post(`/qrcode-generator/qrcode-url-logo${name}`, {})).statusCode).toBe(401)
    },
  )
})

test('a large drawing with a logo leaves the server free to answer', async () => {
  const logo = await postForm(
    mai,
    '/qrcode-generator/qrcode-url-logo-img/user',
    {},
    await coloredPng('#B4461B', 2000, 2000),
  )
  const code = await product.as(mai).inject({
    method: 'POST',
    url: '/gateway/api/qrcode/user-codes',
    payload: {
      contentType: 'Website',
      codeContent: '{"content":"https://example.com"}',
      isDynamicCode: false,
      qrCustomSettings: { style: 'connected', size: 4000 },
      logo: { isImageLogo: true, link: logo.json().result.link },
      scanAnyway: true,
    },
  })
  const order: string[] = []
  const drawing = product
    .inject(new URL(code.json().result.qrImageUrl).pathname)
    .then(() => order.push('drawn'))
  // Each response takes several turns of the event loop; rendering on it would let none through.
  for (let asked = 0; asked < 5; asked++) {
    expect((await product.inject('/healthz')).statusCode).toBe(200)
    order.push('answered')
  }
  await drawing
  expect(order).toEqual([...Array(5).fill('answered'), 'drawn'])
})
