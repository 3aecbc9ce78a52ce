import { describe, expect, test } from 'vitest'
import { type Person, testApp } from '../../testing/app'
import { pngOf } from '../media/testing'
import { coloredPng, generatorCalls } from './testing'

const product = testApp()
const { post, postForm, generate } = generatorCalls(product)

const SIGN = '00020101021138540010A00000072701240006970423011000999999990208QRIBFTTA53037045802VN6304CBB4'
const read = async (text: string) => (await post('/qrcode-generator/read', { text })).json().result

describe('a text', () => {
  test.each([
    ['https://shop.example/menu', 'Website', { content: 'https://shop.example/menu' }],
    ['shop.example/menu', 'Website', { content: 'http://shop.example/menu' }],
    ['https://zalo.me/84901234567', 'Chat', { app: 'Zalo', account: '84901234567' }],
    ['geo:21.0285,105.8542', 'Place', { latitude: '21.0285', longitude: '105.8542', format: 'geo' }],
    ['WIFI:T:SAE;S:Quan;P:12345678;;', 'Wifi', { ssid: 'Quan', encrypWifi: 'SAE' }],
    ['an@shop.example', 'Email', { emailTabE: 'an@shop.example' }],
    ['+84 90 123 45 67', 'Phone', { phoneNumber: '+84 90 123 45 67' }],
    ['Phở bò 50.000 đ', 'Text', { plainText: 'Phở bò 50.000 đ' }],
    [` ${SIGN}\r\n`, 'PaymentCode', { text: SIGN }],
    ['<script>alert(1)</script>', 'Text', { plainText: '<script>alert(1)</script>' }],
  ])('%j is of type %s', async (text, contentType, content) => {
    expect(await read(text)).toMatchObject({ contentType, content, problems: {} })
  })

  test('of a payment code that we would write the same can be changed, any other is kept', async () => {
    const written =
      '00020101021138540010A00000072701240006970436011001234567890208QRIBFTTA53037045802VN5909Ca phe La62090805Ban 46304956E'
    expect(await read(written)).toMatchObject({
      contentType: 'VietQR',
      content: { bank: '970436', number: '0123456789', accountName: 'Ca phe La', memo: 'Ban 4' },
    })
  })

  test('says what is wrong with it', async () => {
    expect(await read(SIGN.replace(/.$/, '5'))).toMatchObject({
      contentType: 'PaymentCode',
      problems: { text: 'emv-crc' },
    })
    expect(await read('DPP:C:81/1;K:MDkwEwYHKoZIzj0CAQ;;')).toMatchObject({ problems: { ssid: 'wifi-dpp' } })
  })

  test('that is none, or too long, is refused', async () => {
    expect((await post('/qrcode-generator/read', {})).json().errors).toHaveProperty('text')
    expect((await post('/qrcode-generator/read', { text: 'x'.repeat(100_000) })).statusCode).toBe(422)
    expect((await post('/qrcode-generator/read', { text: ['x'] })).statusCode).toBe(422)
  })
})

describe('a picture', () => {
  test('of a code is decoded, one without a code is refused', async () => {
    const mai: Person = await product.signedIn()
    const { imgUrl } = (await generate({ content: SIGN, contentType: 'PaymentCode' })).json().result
    const picture = (await product.inject(new URL(imgUrl).pathname)).rawPayload
    const reply = await postForm(mai, '/qrcode-generator/read', {}, picture)
    expect(reply.json().result).toMatchObject({ contentType: 'PaymentCode', content: { text: SIGN } })
    const empty = await postForm(mai, '/qrcode-generator/read', {}, await coloredPng('teal'))
    expect(empty.statusCode).toBe(422)
    expect(empty.json().errors).toHaveProperty('file')
    const broken = await postForm(mai, '/qrcode-generator/read', {}, picture.subarray(0, 60))
    expect(broken.statusCode).toBe(422)
    const bomb = await postForm(mai, '/qrcode-generator/read', {}, pngOf(60_000, 60_000))
    expect(bomb.statusCode).toBe(422)
  })
})
