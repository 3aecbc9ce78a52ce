import { describe, expect, test } from 'vitest'
import { contentTypeNamed, contentTypes } from './registry'

describe('Wi-Fi fields by IEEE 802.11', () => {
  const KEY = '0123456789abcdefABCDEF0123456789'
  test.each([
    ['WPA', '1'.repeat(8), {}],
    ['WPA/WPA2', '~'.repeat(63), {}],
    ['', KEY.repeat(2), {}],
    ['WPA', ' spaces are part ', {}],
    ['WPA', '1234567', { passWifi: 'wifi-password-too-short' }],
    ['WPA', 'a'.repeat(64), {}],
    ['WPA', 'g'.repeat(64), { passWifi: 'wifi-password-too-long' }],
    ['WPA2', 'a'.repeat(65), { passWifi: 'wifi-password-too-long' }],
    ['WPA', 'mật khẩu 1', { passWifi: 'wifi-password-characters' }],
    ['WPA', '12345678\u00a0', { passWifi: 'wifi-password-characters' }],
    ['WEP', 'abcde', {}],
    ['WEP', 'abcdefghijklm', {}],
    ['WEP', '0123456789', {}],
    ['WEP', KEY.slice(0, 26), {}],
    ['WEP', 'abcdefg', { passWifi: 'wep-key-length' }],
    ['WEP', 'ghijklmnop', { passWifi: 'wep-key-length' }],
    ['WEP', '', { passWifi: 'required' }],
    ['nopass', '1', {}],
    ['nopass', '', {}],
  ])('%s with %j', (encrypWifi, passWifi, problems) => {
    expect(contentTypes.Wifi.validate({ ssid: 'net', encrypWifi, passWifi })).toEqual(problems)
  })

  test('a name has 1 to 32 bytes', () => {
    const net = { passWifi: '12345678' }
    expect(contentTypes.Wifi.validate({ ...net, ssid: 'đ'.repeat(16) })).toEqual({})
    expect(contentTypes.Wifi.validate({ ...net, ssid: 'đ'.repeat(17) })).toEqual({ ssid: 'ssid-too-long' })
  })

  test('is stored as chosen, without what a paste brings along', () => {
    const { clean } = contentTypes.Wifi
    const net = { ssid: 'net', passWifi: '12345678', encrypWifi: 'WPA', hidden: '' }
    expect(clean({ ssid: 'net', passWifi: '\ufeff12345678\u200b\n' })).toEqual(net)
    expect(clean({ ...net, hidden: true })).toEqual({ ...net, hidden: 'true' })
    expect(clean({ ...net, hidden: false })).toEqual(net)
    expect(clean({ ...net, encrypWifi: 'nopass' })).toEqual({ ...net, encrypWifi: 'nopass', passWifi: '' })
    expect(contentTypes.Wifi.validate({ ...net, hidden: 'yes' })).toEqual({ hidden: 'invalid-choice' })
  })
})

describe('e-mail addresses', () => {
  test.each([
    ['a@shop.example ', 'a@shop.example'],
    ['\u00a0a@shop.example\u200b', 'a@shop.example'],
    ['a@shop.example. ', 'a@shop.example'],
    ['mailto:a%2Bb@shop.example?subject=x', 'a+b@shop.example'],
    ['"An, B" <a@shop.example>', 'a@shop.example'],
    ['<mailto:a@shop.example>', 'a@shop.example'],
    ['a＠shop.example', 'a@shop.example'],
    ['ánh@quán.vn', 'ánh@quán.vn'],
    ["o'neil+x@a-b.co.uk", "o'neil+x@a-b.co.uk"],
  ])('%j is %s', (typed, stored) => {
    expect(contentTypes.Email.validate({ emailTabE: typed })).toEqual({})
    expect(contentTypes.Email.clean({ emailTabE: typed })).toMatchObject({ emailTabE: stored })
  })

  test.each([
    ['nobody', 'email-without-at'],
    ['a@b.vn, c@d.vn', 'two-emails'],
    ['a@b.vn c@d.vn', 'two-emails'],
    ['a@localhost', 'email-domain'],
    ['a@', 'email-domain'],
    ['a@shop..vn', 'email-domain'],
    ['a@-shop.vn', 'email-domain'],
    ['a@shop_1.vn', 'email-domain'],
    [`a@${'x'.repeat(64)}.vn`, 'email-domain'],
    ['a@127.0.0.1', 'email-domain'],
    ['a@[127.0.0.1]', 'email-domain'],
    ['@shop.vn', 'invalid-email'],
    ['a b@shop.vn', 'invalid-email'],
    ['a..b@shop.vn', 'invalid-email'],
    ['.a@shop.vn', 'invalid-email'],
    ['a@b@shop.vn', 'invalid-email'],
    [`${'x'.repeat(65)}@shop.vn`, 'invalid-email'],
    [`a@${'x.'.repeat(126)}vn`, 'too-long'],
  ])('%s is refused: %s', (emailTabE, problem) => {
    expect(contentTypes.Email.validate({ emailTabE })).toEqual({ emailTabE: problem })
  })
})

test.each([
  ['Phone', { phoneNumber: '+84 (0)28 3822 1234' }, 'tel:+8402838221234'],
  ['Phone', { phoneNumber: '0901 234 567 - 0907 654 321' }, 'tel:09012345670907654321'],
  ['Phone', { phoneNumber: '028 3822 1234 (101)' }, 'tel:02838221234101'],
  ['SMS', { smsNumber: '0901/0907', smsContent: 'x' }, 'SMSTO:09010907:x'],
  ['Wifi', { ssid: 'net', passWifi: '1234', encrypWifi: '' }, 'WIFI:T:WPA;S:net;P:1234;;'],
  ['Email', { emailTabE: '\u00a0a@shop' }, 'mailto:%C2%A0a@shop'],
  ['Phone', {}, null],
  ['Email', {}, null],
  ['Phone', { phoneNumber: 5 }, null],
  ['Website', { content: 'http://a b' }, null],
] as const)('a printed %s stays what it was: %j', (type, stored, payload) => {
  expect(contentTypeNamed(type)?.encodeStored(stored)).toBe(payload)
})

test.each([
  ['Vcard', 'VCard'],
  ['vcard', 'VCard'],
  ['PDF', 'Website-pdf'],
  ['facebook share', 'Facebook share'],
  ['__proto__', undefined],
  ['constructor', undefined],
  ['', undefined],
])('contentTypeNamed(%j)', (name, expected) => {
  expect(contentTypeNamed(name)?.name).toBe(expected)
})
