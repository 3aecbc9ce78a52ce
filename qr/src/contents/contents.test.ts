import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeSymbol, highestLevelThatFits } from '../symbol/encode'
import { CONTENT_SAMPLES } from '../testing/content-samples'
import { pictureOf, readWithZxing } from '../testing/decoders'
import { runs } from '../testing/property-runs'
import { byteLength } from './byte-length'
import { CONTENT_TYPE_NAMES, contentTypeNamed, contentTypes } from './registry'

describe.each(CONTENT_TYPE_NAMES)('%s', (name) => {
  const type = contentTypeNamed(name)
  if (!type) throw new Error(name)
  const contents: fc.Arbitrary<Record<string, string>> = CONTENT_SAMPLES[name]

  test('is registered under its name', () => expect(type.name).toBe(name))

  test('what is valid comes back from its payload', () =>
    fc.assert(
      fc.property(contents, (content) => {
        expect(type.validate(content)).toEqual({})
        const clean = type.clean(content)
        expect(type.clean(clean)).toEqual(clean)
        const payload = type.encode(clean)
        expect(type.encodeStored(clean)).toBe(payload)
        expect(type.parse(payload)).toEqual(clean)
      }),
      { numRuns: runs(120), verbose: true },
    ))

  test('the payload is read back from the symbol', () =>
    fc.assert(
      fc.asyncProperty(contents, async (content) => {
        const payload = type.encode(content)
        const level = highestLevelThatFits(payload)
        fc.pre(level !== null)
        expect(await readWithZxing(pictureOf(encodeSymbol(payload, { level: level ?? 'L' })))).toBe(payload)
      }),
      { numRuns: runs(12), verbose: true },
    ))

  test('any text can be tried as a payload, any value as a field', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.anything(), (payload, value) => {
        type.parse(payload)
        type.encodeStored({ [type.fields[0]?.name ?? '']: value })
        for (const { name: field } of type.fields) type.validate({ [field]: value })
        return true
      }),
      { numRuns: runs(100), verbose: true },
    ))

  test('required fields are asked for', () => {
    const problems = type.validate({})
    for (const { name: field, isRequired } of type.fields) {
      if (isRequired) expect(problems).toHaveProperty(field, 'required')
    }
    expect(Object.keys(problems)).not.toHaveLength(0)
  })
})

describe('payloads', () => {
  test.each([
    ['Website', { content: 'HTTPS://SHOP.EXAMPLE/Menu' }, 'https://shop.example/Menu'],
    ['Facebook Url', { facebookUrl: 'HTTP://Facebook.com/Shop' }, 'http://facebook.com/Shop'],
    ['VCard', { firstName: 'A', lastName: 'B' }, 'BEGIN:VCARD\r\nVERSION:3.0\r\n'],
    ['Wifi', { ssid: 'a', passWifi: '12345678', encrypWifi: 'WPA' }, 'WIFI:T:WPA;S:a;'],
    ['Email', { emailTabE: 'a@b.example' }, 'mailto:a@b.example'],
    ['Phone', { phoneNumber: '0901234567' }, 'tel:0901234567'],
    ['SMS', { smsNumber: '0901234567', smsContent: 'a' }, 'SMSTO:0901234567:a'],
  ] as const)('%s begins as readers look for it', (name, content: Record<string, string>, beginning) => {
    const { encode, validate } = contentTypeNamed(name) ?? contentTypes.Text
    expect(validate(content)).toEqual({})
    expect(encode(content).slice(0, beginning.length)).toBe(beginning)
  })

  test('Wifi keeps the spaces around a name and a password, and no line ends', () => {
    const { clean, encode, parse } = contentTypes.Wifi
    const net = { ssid: ' Quan Ca Phe ', passWifi: ' 1234 5678 ', encrypWifi: 'WPA' }
    expect(clean(net)).toMatchObject(net)
    expect(clean({ ...net, ssid: '\n Quan\nCa\tPhe \r\n' })).toMatchObject({ ssid: ' Quan Ca Phe ' })
    expect(encode(net)).toBe('WIFI:T:WPA;S: Quan Ca Phe ;P: 1234 5678 ;;')
    expect(parse(encode(net))).toMatchObject(net)
  })

  test('Wifi escapes the five characters', () => {
    expect(contentTypes.Wifi.encode({ ssid: 'a\\b;c,d:e"f', passWifi: 'p;p', encrypWifi: 'WPA/WPA2' })).toBe(
      'WIFI:T:WPA;S:a\\\\b\\;c\\,d\\:e\\"f;P:p\\;p;;',
    )
    expect(contentTypes.Wifi.encode({ ssid: 'free', passWifi: 'x', encrypWifi: 'nopass' })).toBe(
      'WIFI:T:nopass;S:free;P:;;',
    )
    expect(contentTypes.Wifi.encode({ ssid: 'lab', passWifi: '12345678', hidden: 'true' })).toBe(
      'WIFI:T:WPA;S:lab;H:true;P:12345678;;',
    )
    expect(contentTypes.Wifi.parse('WIFI:S:net;T:wpa;P:a\\;b;H:true;;')).toEqual({
      ssid: 'net',
      passWifi: 'a;b',
      encrypWifi: 'WPA',
      hidden: 'true',
    })
  })

  test('Email is percent-encoded by RFC 6068', () => {
    expect(
      contentTypes.Email.encode({
        emailTabE: 'gorby%kremvax@example.com',
        titleTabE: 'café & más?',
        contentTabE: 'one\ntwo',
      }),
    ).toBe('mailto:gorby%25kremvax@example.com?subject=caf%C3%A9%20%26%20m%C3%A1s%3F&body=one%0D%0Atwo')
    expect(contentTypes.Email.parse('mailto:%ff@example.com')).toBeNull()
  })

  test('SMS holds what is dialled, and a VCard the pause that all phones keep', () => {
    expect(contentTypes.SMS.encode({ smsNumber: '0901 234 567', smsContent: 'Chào: bạn' })).toBe(
      'SMSTO:0901234567:Chào: bạn',
    )
    expect(contentTypes.SMS.validate({ smsNumber: '0901 234 567,1', smsContent: 'x' })).toEqual({
      smsNumber: 'phone-extension',
    })
    const card = { firstName: 'An', lastName: 'Trần', homePhone: '+84 28 3822 1234,101,2' }
    const payload = contentTypes.VCard.encode(card)
    expect(payload).toContain('TEL;TYPE=HOME:+842838221234p101p2\r\n')
    expect(contentTypes.VCard.parse(payload)).toMatchObject({ homePhone: '+842838221234,101,2' })
  })

  test('VCard lines are escaped, folded at 75 bytes and ended by CRLF', () => {
    const payload = contentTypes.VCard.encode({
      firstName: 'Ánh',
      lastName: 'Nguyễn; Trần',
      companyName: 'Công ty trách nhiệm hữu hạn một thành viên Ví Dụ, chi nhánh thành phố Hồ Chí Minh',
      street: '12\\3 Lê Lợi',
      mobilePhone: '+84 90 1234567',
    })
    expect(payload).toContain('N:Nguyễn\\; Trần;Ánh;;;\r\nFN:Ánh Nguyễn\\; Trần\r\nORG:')
    expect(payload).toContain('ADR;TYPE=WORK:;;12\\\\3 Lê Lợi;;;;\r\nTEL;TYPE=CELL:+84901234567\r\nEND:VCARD')
    expect(payload.split('\r\n').every((folded) => byteLength(folded) <= 75)).toBe(true)
    expect(payload).toMatch(/\r\n [^\s]/)
  })

  /** By hand after RFC 2426 §4 and its examples, so that a fault of `encode` that `parse` shares is seen. */
  const CARD = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    'N:Nguyễn\\, Jr\\; A\\\\B;An\\,Bình;;;',
    'FN:Nguyễn\\, An',
    'ORG:Lá\\, Xanh\\; Co',
    'TITLE:Chủ\\, bếp',
    'ADR;TYPE=WORK:;;1\\, Lê Lợi;P. 2\\; 3;Huế\\, VN;49000;Việt Nam',
    'TEL;TYPE=CELL:+84901234567',
    'TEL;TYPE=HOME:+842838221234',
    'TEL;TYPE=FAX:+842838221235',
    'EMAIL:an@shop.example',
    'EMAIL;TYPE=WORK:work@shop.example',
    'URL:https://shop.example/a',
    'END:VCARD',
  ]
  const FIELDS = {
    ...{
      lastName: 'Nguyễn, Jr; A\\B',
      firstName: 'An,Bình',
      fullName: 'Nguyễn, An',
      companyName: 'Lá, Xanh; Co',
    },
    ...{ jobTitle: 'Chủ, bếp', street: '1, Lê Lợi', ward: 'P. 2; 3', province: 'Huế, VN', zipcode: '49000' },
    ...{ country: 'Việt Nam', mobilePhone: '+84901234567', homePhone: '+842838221234', fax: '+842838221235' },
    ...{ email: 'an@shop.example', companyEmail: 'work@shop.example' },
    websiteUrl: 'https://shop.example/a',
  }

  test('a VCard with every field is the text of RFC 2426, each comma, semicolon and backslash escaped', () => {
    expect(contentTypes.VCard.encode(FIELDS).split('\r\n')).toEqual(CARD)
  })

  test('a VCard of others with every field is read', () => {
    expect(contentTypes.VCard.parse(CARD.join('\r\n'))).toEqual(FIELDS)
  })

  test('a VCard says its full name, and one of before the given name first', () => {
    const card = { firstName: 'Văn An', lastName: 'Nguyễn' }
    const named = contentTypes.VCard.encode({ ...card, fullName: 'Nguyễn Văn An' })
    expect(named).toContain('N:Nguyễn;Văn An;;;\r\nFN:Nguyễn Văn An\r\n')
    expect(contentTypes.VCard.parse(named)).toMatchObject({ ...card, fullName: 'Nguyễn Văn An' })
    const before = contentTypes.VCard.encode(card)
    expect(before).toContain('FN:Văn An Nguyễn\r\n')
    expect(contentTypes.VCard.parse(before)).toMatchObject({ ...card, fullName: '' })
  })

  test('lone surrogates, and what is no text, are refused', () => {
    expect(contentTypes.Text.validate({ plainText: 'a\ud800' })).toEqual({ plainText: 'invalid-text' })
    expect(contentTypes.Text.validate({ plainText: 5 })).toEqual({ plainText: 'invalid-value' })
    expect(contentTypes.Text.validate({ plainText: 'x'.repeat(2954) })).toEqual({ plainText: 'too-long' })
  })
})

describe('what is pasted', () => {
  test.each([
    [
      'Website',
      { content: ' “http://https//shop.example/thực”\u200b' },
      { content: 'https://shop.example/th%E1%BB%B1c' },
    ],
    ['Website', { content: 'shop' }, { content: 'http://shop/' }],
    ['Website', { content: 'a b' }, { content: 'a b' }],
    ['VCard', { firstName: 'A\u0301nh\nTEL:1', websiteUrl: '' }, { firstName: 'Ánh TEL:1', websiteUrl: '' }],
    ['Email', { emailTabE: '\u00a0<a@shop.example> ' }, { emailTabE: 'a@shop.example' }],
    ['Phone', { phoneNumber: '\u202d+٩٦٦٥٠\u202c' }, { phoneNumber: '+96650' }],
    [
      'Wifi',
      { ssid: 'net\u200b', passWifi: '\u200b a b\u2060c \u0000' },
      { ssid: 'net', passWifi: ' a bc ' },
    ],
    ['Text', { plainText: '\n\u200b  a\u0000\r\nb\u2060\n \u200f' }, { plainText: 'a\nb' }],
    ['Text', { plainText: 'សួស្តី\u200bពិភព 🏴󠁧󠁢󠁥󠁮󠁧󠁿' }, { plainText: 'សួស្តី\u200bពិភព 🏴󠁧󠁢󠁥󠁮󠁧󠁿' }],
  ] as const)('into %s is cleaned', (name, typed, clean) => {
    expect(contentTypes[name].clean(typed)).toMatchObject(clean)
  })

  test('what is clean stays the same, and is judged as what was typed', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...CONTENT_TYPE_NAMES),
        fc.string({ unit: 'binary' }),
        fc.constantFrom('', ' "http://', '\u200bshop.example/'),
        (name, text, before) => {
          const type = contentTypes[name] as NonNullable<ReturnType<typeof contentTypeNamed>>
          const typed = Object.fromEntries(type.fields.map((field) => [field.name, before + text]))
          const clean = type.clean(typed)
          expect(type.clean(clean)).toEqual(clean)
          expect(type.validate(clean)).toEqual(type.validate(typed))
        },
      ),
      { numRuns: runs(200), verbose: true },
    ))

  test('takes time in proportion to its length, whatever it consists of', () => {
    const long = ['\u200b', '\u200d', ' ', '\n', '"', 'http://'].map((part) => `x${part.repeat(60_000)}x`)
    for (const typed of long) {
      for (const type of [contentTypes.Text, contentTypes.Wifi, contentTypes.VCard, contentTypes.Website])
        type.validate(Object.fromEntries(type.fields.map(({ name }) => [name, typed])))
    }
  })

  test('what was stored before today’s rules is still drawn as it was printed', () => {
    expect(contentTypes.Website.encodeStored({ content: 'http://192.168.1.1/' })).toBe('http://192.168.1.1/')
    expect(contentTypes.Website.encodeStored({ content: 'http://https//shop.example' })).toBe(
      'http://https//shop.example',
    )
    expect(contentTypes.Website.encodeStored({ content: 'http://' })).toBeNull()
    expect(contentTypes.Phone.encodeStored({})).toBeNull()
    expect(contentTypes.Phone.encodeStored({ phoneNumber: 5 })).toBeNull()
  })
})
