import { describe, expect, test } from 'vitest'
import { byteLength } from './byte-length'
import { crc16 } from './emv/data-objects'
import { instantOf } from './moment'
import { type ContentTypeName, contentTypeNamed } from './registry'

const typeOf = (name: ContentTypeName) =>
  contentTypeNamed(name) as NonNullable<ReturnType<typeof contentTypeNamed>>

const SIGN = { bank: '970436', number: '0123456789', accountName: 'CA PHE LA' }
const SHOW = { title: 'Show', start: '2026-12-05 19:30' }
const WELL_FORMED =
  '00020101021138600010A00000072701300006970403011697040311012345670208QRIBFTTC53037045802VN63044F52'
const sealed = (text: string) => `${text}6304${crc16(`${text}6304`)}`

describe('texts of the standards and vendors', () => {
  test.each<[source: string, ContentTypeName, Record<string, string>, string]>([
    [
      'NAPAS format v1.0 §6.1.2',
      'VietQR',
      { bank: '970403', number: '9704031101234567', service: 'card', use: 'many' },
      WELL_FORMED,
    ],
    [
      'NAPAS format v1.0 §6.1.3',
      'VietQR',
      {
        bank: '970403',
        number: '0011012345678',
        amount: '180000',
        bill: 'NPS6869',
        memo: 'thanh toan don hang',
        use: 'once',
      },
      '00020101021238570010A00000072701270006970403011300110123456780208QRIBFTTA530370454061800005802VN62340107NPS68690819thanh toan don hang63042E2E',
    ],
    [
      'Bank of Thailand, Thai QR Payment Standard, mobile',
      'PromptPay',
      { idKind: 'mobile', id: '+66-89-123-4567' },
      '00020101021129370016A000000677010111011300668912345675802TH5303764630429C1',
    ],
    [
      'the same, tax id',
      'PromptPay',
      { idKind: 'taxId', id: '0123456789012' },
      '00020101021129370016A000000677010111021301234567890125802TH530376463040CBD',
    ],
    [
      'the same, an amount once',
      'PromptPay',
      { idKind: 'mobile', id: '000-000-0000', amount: '4.22', use: 'once' },
      '00020101021229370016A000000677010111011300660000000005802TH530376454044.226304E469',
    ],
    [
      'ABS, PayNow template of SGQR',
      'PayNow',
      {
        idKind: 'uen',
        id: '201403121W',
        accountName: 'ACME Pte Ltd.',
        amount: '500',
        mayChange: 'true',
        expiry: '2030-12-31',
        reference: 'TQINV-10001',
        use: 'once',
      },
      '00020101021226490009SG.PAYNOW010120210201403121W0301104082030123152040000530370254035005802SG5913ACME Pte Ltd.6009Singapore62150111TQINV-100016304C7B2',
    ],
    [
      'a Lao bank, as it is',
      'PaymentCode',
      {
        text: '00020101021138580016A00526628466257701080000041802030010315I90BYP17BC295VZ53034185802LA630491B3',
      },
      '00020101021138580016A00526628466257701080000041802030010315I90BYP17BC295VZ53034185802LA630491B3',
    ],
    [
      'WhatsApp, click to chat',
      'Chat',
      { app: 'WhatsApp', account: '+1 (555) 123-4567', text: "I'm interested in your car for sale" },
      'https://wa.me/15551234567?text=I%27m%20interested%20in%20your%20car%20for%20sale',
    ],
    [
      'LINE Developers, URL scheme',
      'Chat',
      { app: 'LINE', account: '@linedevelopers' },
      'https://line.me/R/ti/p/%40linedevelopers',
    ],
    ['Telegram, deep links', 'Chat', { app: 'Telegram', account: '@durov' }, 'https://t.me/durov'],
    ['zalo.me', 'Chat', { app: 'Zalo', account: '0901 234 567' }, 'https://zalo.me/84901234567'],
    [
      'Google, place ids',
      'Review',
      { service: 'Google', placeId: 'ChIJN1t_tDeuEmsRUsoyG83frY4' },
      'https://search.google.com/local/writereview?placeid=ChIJN1t_tDeuEmsRUsoyG83frY4',
    ],
    [
      'Android, WifiUriParser',
      'Wifi',
      { ssid: 'Cafe', passWifi: 'matkhau123', encrypWifi: 'SAE' },
      'WIFI:T:SAE;S:Cafe;P:matkhau123;;',
    ],
  ])('%s: %s', (_, name, content, text) => {
    const { clean, encode, parse } = typeOf(name)
    const cleaned = clean(content)
    expect(encode(cleaned)).toBe(text)
    expect(parse(text)).toEqual(cleaned)
  })

  test('ZXing, barcode contents: an event', () => {
    const parsed = typeOf('Event').parse(
      'BEGIN:VEVENT\r\nSUMMARY:Summer+Vacation!\r\nDTSTART:20180601T070000Z\r\nDTEND:20180831T070000Z\r\nEND:VEVENT',
    )
    expect(parsed).toMatchObject({
      title: 'Summer+Vacation!',
      start: '2018-06-01T07:00Z',
      end: '2018-08-31T07:00Z',
    })
  })

  test('ZXing, barcode contents: a MECARD', () => {
    const { parse } = typeOf('VCard')
    expect(
      parse(
        'MECARD:N:Owen,Sean;ADR:76 9th Avenue, 4th Floor, New York, NY 10011;TEL:12125551212;EMAIL:srowen@example.com;;',
      ),
    ).toMatchObject({
      ...{ lastName: 'Owen', firstName: 'Sean', mobilePhone: '12125551212', email: 'srowen@example.com' },
      street: '76 9th Avenue, 4th Floor, New York, NY 10011',
    })
    expect(parse('MECARD:N:Trần\\, Lê,An;ORG:Quán\\; Phở;URL:https\\://quan.example;;')).toMatchObject({
      ...{ lastName: 'Trần, Lê', firstName: 'An', companyName: 'Quán; Phở' },
      websiteUrl: 'https://quan.example',
    })
  })

  test('RFC 5870 §6.1: a place', () => {
    expect(typeOf('Place').parse('geo:13.4125,103.8667')).toMatchObject({
      latitude: '13.4125',
      longitude: '103.8667',
    })
  })

  test('KHQR: a personal account', () => {
    const code = { account: 'jonhsmith@nbcq', accountName: 'Jonh Smith', city: 'Phnom Penh' }
    const text = typeOf('KHQR').encode(typeOf('KHQR').clean(code))
    expect(text).toContain('29180014jonhsmith@nbcq5204599953031165802KH5910Jonh Smith6010Phnom Penh6304')
  })
})

describe('each wrong value says why', () => {
  test.each<[ContentTypeName, Record<string, string>, Record<string, string>]>([
    ['VietQR', { ...SIGN, bank: '123456' }, { bank: 'unknown-bank' }],
    ['VietQR', { ...SIGN, number: '1'.repeat(20) }, { number: 'account-length' }],
    ['VietQR', { ...SIGN, number: '12345' }, { number: 'account-length' }],
    ['VietQR', { ...SIGN, number: '01234/5678' }, { number: 'account-characters' }],
    ['VietQR', { ...SIGN, service: 'card', number: '9704031101234567' }, { number: 'card-number' }],
    ['VietQR', { ...SIGN, service: 'card', number: '4000000000000002' }, { cardAnyway: 'card-on-sign' }],
    ['VietQR', { ...SIGN, service: 'card', number: '4000000000000002', use: 'once' }, {}],
    ['VietQR', { ...SIGN, service: 'card', number: '4000000000000002', cardAnyway: 'true' }, {}],
    ['VietQR', { ...SIGN, amount: '0' }, { amount: 'amount-zero' }],
    ['VietQR', { ...SIGN, amount: '1e5' }, { amount: 'amount-digits' }],
    ['VietQR', { ...SIGN, amount: '-5' }, { amount: 'amount-digits' }],
    ['VietQR', { ...SIGN, amount: '50,5' }, { amount: 'amount-whole' }],
    ['VietQR', { ...SIGN, amount: '1'.repeat(14) }, { amount: 'too-large' }],
    ['VietQR', { ...SIGN, memo: 'Ban 4 🍜' }, { memo: 'payment-characters' }],
    ['VietQR', { ...SIGN, memo: 'Ban 4: pho' }, { memo: 'memo-characters' }],
    ['VietQR', { ...SIGN, memo: 'a'.repeat(26) }, { memo: 'payment-text-too-long' }],
    ['VietQR', { ...SIGN, accountName: 'ក្រុមហ៊ុន' }, { accountName: 'payment-characters' }],
    ['PaymentCode', { text: WELL_FORMED.replace(/.$/, '3') }, { text: 'emv-crc' }],
    ['PaymentCode', { text: `${WELL_FORMED}x` }, { text: 'emv-malformed' }],
    ['PaymentCode', { text: sealed(WELL_FORMED) }, { text: 'emv-malformed' }],
    [
      'PaymentCode',
      {
        text: '00020101021138570010A00000072701270006970403011200110123456780208QRIBFTTA53037045802VN6304F4E5',
      },
      { text: 'emv-malformed' },
    ],
    [
      'PaymentCode',
      { text: '00020101021129180014jonhsmith@nbcq52041A2B53031165802KH5910Jonh Smith6010Phnom Penh6304F7FD' },
      { text: 'emv-field' },
    ],
    ['PromptPay', { idKind: 'taxId', id: '0123456789013' }, { id: 'thai-id' }],
    ['PromptPay', { idKind: 'mobile', id: '12' }, { id: 'thai-mobile' }],
    ['PromptPay', { idKind: 'wallet', id: '12' }, { id: 'thai-wallet' }],
    ['PromptPay', { id: '0801234567', amount: '1.234' }, { amount: 'amount-cents' }],
    ['PayNow', { idKind: 'uen', id: 'X', accountName: 'A' }, { id: 'singapore-uen' }],
    ['PayNow', { idKind: 'mobile', id: '61234567', accountName: 'A' }, { id: 'singapore-mobile' }],
    ['PayNow', { id: '201403121W', accountName: 'A', expiry: '2030-02-30' }, { expiry: 'invalid-date' }],
    ['KHQR', { account: 'an', accountName: 'A', city: 'B' }, { account: 'bakong-account' }],
    [
      'KHQR',
      { account: 'an@nbcq', accountName: 'A', city: 'B', currency: 'KHR', amount: '1.5' },
      { amount: 'amount-whole' },
    ],
    ['FPS', { idKind: 'fpsId', id: '12345678' }, { id: 'fps-id' }],
    ['FPS', { idKind: 'mobile', id: '12345678' }, { id: 'hong-kong-mobile' }],
    ['FPS', { idKind: 'email', id: 'a.b' }, { id: 'email-without-at' }],
    ['Chat', { app: 'Zalo', account: 'quán' }, { account: 'zalo-account' }],
    ['Chat', { app: 'Zalo', account: '028 3822 1234' }, { account: 'zalo-landline' }],
    ['Chat', { app: 'Zalo', account: '0901234567, 0902345678' }, { account: 'two-phone-numbers' }],
    ['Chat', { app: 'Zalo', account: 'https://zalo.me.evil.vn/84901234567' }, { account: 'other-app-link' }],
    ['Chat', { app: 'Zalo', account: 'https://zаlo.me/84901234567' }, { account: 'other-app-link' }],
    ['Chat', { app: 'Zalo', account: 'https://zalo.me@evil.vn/84901234567' }, { account: 'other-app-link' }],
    ['Chat', { app: 'Zalo', account: 'https://evil.vn/zalo.me/84901234567' }, { account: 'other-app-link' }],
    ['Chat', { app: 'WhatsApp', account: '0901234567' }, { account: 'phone-international' }],
    ['Chat', { app: 'Telegram', account: 'an' }, { account: 'telegram-name' }],
    ['Chat', { app: 'LINE', account: 'an' }, { account: 'line-id' }],
    ['Chat', { app: 'Viber', account: '84901234567' }, { account: 'viber-link' }],
    ['Chat', { app: 'Messenger', account: 'a b' }, { account: 'messenger-page' }],
    ['Chat', { app: 'Skype', account: 'an' }, { app: 'invalid-choice' }],
    ['Event', { ...SHOW, start: '2026-04-31T10:00' }, { start: 'invalid-date' }],
    ['Event', { ...SHOW, start: '2026-12-05' }, { start: 'invalid-date' }],
    ['Event', { ...SHOW, end: '2026-12-05 19:00' }, { end: 'end-before-start' }],
    ['Event', { ...SHOW, zone: 'Asia/Da_Nang' }, { zone: 'unknown-zone' }],
    ['Event', { ...SHOW, end: '2026-12-05 19:30' }, { end: 'end-before-start' }],
    ['Event', { ...SHOW, title: 'a'.repeat(120), place: 'a'.repeat(300) }, {}],
    ['Event', { ...SHOW, title: 'a'.repeat(121) }, { title: 'too-long' }],
    ['Event', { ...SHOW, place: 'a'.repeat(301) }, { place: 'too-long' }],
    ['Place', { latitude: '105.8542', longitude: '21.0285' }, { latitude: 'swapped-coordinates' }],
    ['Place', { latitude: '200', longitude: '21' }, { latitude: 'invalid-latitude' }],
    ['Place', { latitude: '21', longitude: '181' }, { longitude: 'invalid-longitude' }],
    ['Place', { latitude: '7P28QPG4+4V', longitude: '1' }, { latitude: 'plus-code' }],
    ['Place', { link: 'https://google.com.evil.vn/maps/@21,105' }, { link: 'maps-link' }],
    ['Review', { placeId: 'ChIJ/../etcetera-long-enough' }, { placeId: 'place-id' }],
    ['Review', { service: 'Foody', url: 'https://foody.vn.evil.vn/x' }, { url: 'review-host' }],
    ['Wifi', { ssid: 'a', encrypWifi: 'SAE', passWifi: '1234567' }, { passWifi: 'wifi-password-too-short' }],
  ])('%s %j', (name, content, problems) => {
    expect(typeOf(name).validate(content)).toEqual(problems)
  })
})

describe('what people type is understood', () => {
  test.each<[ContentTypeName, Record<string, string>, Record<string, string>]>([
    ['VietQR', { bank: 'vietcombank' }, { bank: '970436' }],
    ['VietQR', { bank: 'Ngân hàng TMCP Á Châu' }, { bank: '970416' }],
    ['VietQR', { bank: '970459' }, { bank: '422589' }],
    ['VietQR', { number: ' ０１２３ 456-78.9 ' }, { number: '0123456789' }],
    ['VietQR', { number: 'canhan86' }, { number: 'CANHAN86' }],
    ['VietQR', { amount: '50.000 đ' }, { amount: '50000' }],
    ['VietQR', { memo: 'Bàn 4 – Đặng' }, { memo: 'Ban 4 - Dang' }],
    [
      'PaymentCode',
      { text: ` ${WELL_FORMED.slice(0, 40)}\r\n${WELL_FORMED.slice(40)}\n` },
      { text: WELL_FORMED },
    ],
    ['PromptPay', { amount: '4.2' }, { amount: '4.20' }],
    ['Chat', { account: 'https://zalo.me/0901234567' }, { account: '84901234567' }],
    ['Chat', { account: '+84 90 123 45 67' }, { account: '84901234567' }],
    ['Chat', { account: '849 123 456' }, { account: '84849123456' }],
    ['Chat', { account: '84 849 123 456' }, { account: '84849123456' }],
    ['Chat', { account: 'zalo.me/g/abcdef123' }, { account: 'g/abcdef123' }],
    ['Chat', { account: '4318657068771012646' }, { account: '4318657068771012646' }],
    ['Chat', { app: 'Messenger', account: 'https://www.facebook.com/quan.pho' }, { account: 'quan.pho' }],
    ['Chat', { app: 'Telegram', account: 'https://t.me/durov?start=1' }, { account: 'durov' }],
    ['Event', SHOW, { start: '2026-12-05T19:30', end: '2026-12-05T20:30', zone: 'Asia/Ho_Chi_Minh' }],
    ['Event', { ...SHOW, start: '19h30 5/12/2026' }, { start: '2026-12-05T19:30' }],
    ['Event', { ...SHOW, isAllDay: 'true' }, { start: '2026-12-05', end: '2026-12-05', zone: '' }],
    ['Place', { latitude: '21.0285, 105.8542' }, { latitude: '21.0285', longitude: '105.8542' }],
    ['Place', { latitude: '21,0285; 105,8542' }, { latitude: '21.0285', longitude: '105.8542' }],
    ['Place', { latitude: '105.8542 E, 21.0285 N' }, { latitude: '21.0285', longitude: '105.8542' }],
    ['Place', { latitude: '33.8688 S, 70.6483 W' }, { latitude: '-33.8688', longitude: '-70.6483' }],
    ['Place', { latitude: '21°01\'42"N 105°51′15″E' }, { latitude: '21.0283333', longitude: '105.8541667' }],
    [
      'Place',
      { link: 'https://www.google.com/maps/place/X/@21.1,105.9,17z/data=!3m1!3d21.0285!4d105.8542' },
      { latitude: '21.0285', longitude: '105.8542', link: '' },
    ],
    [
      'Place',
      { link: 'https://maps.app.goo.gl/AbC123' },
      { link: 'https://maps.app.goo.gl/AbC123', latitude: '' },
    ],
    [
      'Review',
      { url: 'https://search.google.com/local/writereview?placeid=ChIJN1t_tDeuEmsRUsoyG83frY4' },
      { placeId: 'ChIJN1t_tDeuEmsRUsoyG83frY4', url: '' },
    ],
  ])('%s %j', (name, typed, stored) => {
    expect(typeOf(name).clean(typed)).toMatchObject(stored)
  })
})

describe('events', () => {
  const encode = (content: Record<string, string>) => typeOf('Event').encode(typeOf('Event').clean(content))

  test('are in UTC, whatever their zone, and whole days end on the day after', () => {
    expect(encode(SHOW)).toBe(
      'BEGIN:VEVENT\r\nSUMMARY:Show\r\nDTSTART:20261205T123000Z\r\nDTEND:20261205T133000Z\r\nEND:VEVENT',
    )
    expect(encode({ ...SHOW, isAllDay: 'true', end: '2026-12-07' })).toContain(
      'DTSTART;VALUE=DATE:20261205\r\nDTEND;VALUE=DATE:20261208\r\n',
    )
  })

  test('summer time: the clock on the wall counts', () => {
    const hours = (moment: string, zone: string) =>
      new Date(instantOf(moment, zone)).toISOString().slice(0, 16)
    expect(hours('2026-07-01T12:00', 'Europe/Paris')).toBe('2026-07-01T10:00')
    expect(hours('2026-12-01T12:00', 'Europe/Paris')).toBe('2026-12-01T11:00')
    expect(hours('2026-10-25T02:30', 'Europe/Paris')).toBe('2026-10-25T00:30')
    expect(hours('2026-03-29T02:30', 'Europe/Paris')).toBe('2026-03-29T01:30')
    expect(hours('2026-10-25T03:30', 'Europe/Paris')).toBe('2026-10-25T02:30')
  })

  test('texts are escaped and lines folded at 75 bytes (RFC 5545 §3.3.11, §3.1)', () => {
    const text = encode({ ...SHOW, title: 'Đêm nhạc; a, b\\c', description: 'một\nhai '.repeat(20) })
    expect(text).toContain('SUMMARY:Đêm nhạc\\; a\\, b\\\\c\r\n')
    expect(text).toContain('DESCRIPTION:một\\nhai một\\nhai')
    expect(text.split('\r\n').every((line) => byteLength(line) <= 75)).toBe(true)
  })

  test('out of a calendar file, with the zone it names', () => {
    const text =
      'BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nSUMMARY:A\n B\nDTSTART;TZID=Asia/Bangkok:20261205T193000\nEND:VEVENT\nEND:VCALENDAR'
    expect(typeOf('Event').parse(text)).toMatchObject({
      title: 'AB',
      start: '2026-12-05T19:30',
      end: '2026-12-05T20:30',
      zone: 'Asia/Bangkok',
    })
  })
})

test('Wi-Fi of a company is not taken for one with a password', () => {
  expect(typeOf('Wifi').parse('WIFI:T:WPA2-EAP;S:net;E:PEAP;PH2:MSCHAPV2;I:an;P:12345678;;')).toBeNull()
  expect(typeOf('Wifi').parse('WIFI:T:WPA2;R:1;S:net;P:12345678;;')).toMatchObject({ encrypWifi: 'WPA' })
  expect(typeOf('Wifi').parse('WIFI:T:sae;S:net;P:12345678;;')).toMatchObject({ encrypWifi: 'SAE' })
})
