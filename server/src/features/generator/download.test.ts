import { beforeEach, describe, expect, test } from 'vitest'
import { type Person, testApp } from '../../testing/app'
import { coloredPng, generatorCalls } from './testing'

const product = testApp()
const { post, postForm, generate } = generatorCalls(product)
let mai: Person

beforeEach(async () => {
  mai = await product.signedIn()
})

describe('a download', () => {
  const names = [
    ['..', 'passwd'],
    ['../../etc', 'passwd'],
    ['..%2f..%2fetc', 'passwd'],
    ['..%252f..%252fetc', 'passwd'],
    ['..\\..\\windows', 'win.ini'],
    ['/etc', 'passwd'],
    ['codes', '../../../etc/passwd'],
    ['codes', '..%2f..%2fetc%2fpasswd'],
    ['codes', 'a.png\0.svg'],
    ['codes\0', 'a.png'],
    ['codes', 'a.png\r\nSet-Cookie: x=1'],
    ['codes', 'a.php'],
    ['codes', '.png'],
    ['codes', 'a..png'],
    ['codes', 'a.png.png'],
    ['codes', `${'a'.repeat(65)}.png`],
    ['codes', ''],
    ['', 'a.png'],
    ['images', '../codes/a.png'],
    ['file:', 'a.png'],
    ['C:', 'a.png'],
    ['codes', '\u202Egnp.a'],
    ['．．／', 'a.png'],
    ['codes', 'a.png?v=../../x'],
    ['codes', 'a.png#x'],
    ['__proto__', 'constructor'],
    ['codes', '%00'],
    ['codes ', 'a.png'],
    ['codes', 'a .png'],
    ['~root', 'a.png'],
  ]
  const others = [{}, { dirName: ['codes'] }, { dirName: { a: 1 }, fileName: 7 }, { fileName: 'a.png' }]
  const bodies = [...names.map(([dirName, fileName]) => ({ dirName, fileName })), ...others]

  test.each(bodies)('by %j names nothing, with and without a session', async (body) => {
    for (const sid of [undefined, mai.sid]) {
      const url = `/qrcode-generator/download-qrcode${sid ? '/user' : ''}`
      const reply = await post(url, body, sid)
      expect(reply.statusCode).toBe(404)
      expect(reply.json().error.code).toBe('NotFound')
    }
  })

  test('as a form of either encoding answers the file', async () => {
    const { dirName, fileName } = (await generate({ content: 'example.com' })).json().result
    const encoded = await product.inject({
      method: 'POST',
      url: '/qrcode-generator/download-qrcode',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ dirName, fileName }).toString(),
    })
    expect(encoded.headers['content-type']).toBe('image/png')
    const multipart = await postForm(mai, '/qrcode-generator/download-qrcode/user', { dirName, fileName })
    expect(multipart.rawPayload.equals(encoded.rawPayload)).toBe(true)
  })

  test('of a saved code and an uploaded image is for their owner alone', async () => {
    const saved = await product.as(mai).inject({
      method: 'POST',
      url: '/gateway/api/qrcode/user-codes',
      payload: { contentType: 'Website', codeContent: '{"content":"https://a.vn"}', isDynamicCode: false },
    })
    const image = await postForm(
      mai,
      '/qrcode-generator/qrcode-url-logo-img/user',
      {},
      await coloredPng('teal'),
    )
    const an = await product.signedIn()
    for (const address of [saved.json().result.qrImageUrl, image.json().imgLogo] as string[]) {
      const [dirName, fileName] = address.split('/').slice(-2)
      const download = (sid: string) =>
        post('/qrcode-generator/download-qrcode/user', { dirName, fileName }, sid)
      expect((await download(mai.sid)).headers['content-type']).toBe('image/png')
      expect((await download(an.sid)).statusCode).toBe(404)
      const open = await post('/qrcode-generator/download-qrcode', { dirName, fileName })
      expect(open.statusCode).toBe(404)
    }
  })

  test('of a user needs a session', async () => {
    const reply = await post('/qrcode-generator/download-qrcode/user', { dirName: 'a', fileName: 'a.png' })
    expect(reply.statusCode).toBe(401)
  })
})
