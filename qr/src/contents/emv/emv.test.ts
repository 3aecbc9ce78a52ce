import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../testing/property-runs'
import { BANK_LIST, bankOf } from './banks'
import { crc16, dataObject, EmvError, readObjects } from './data-objects'
import { readMerchantCode } from './merchant-code'
import { isThaiId, isUen, writeFps, writeKhqr, writePayNow, writePromptPay } from './other-schemes'
import { cleanAmount, isAmount, paymentText, unwritable } from './payment-text'
import { readPaymentCode } from './schemes'
import { readVietQr, type VietQr, writeVietQr } from './vietqr'

const problemOf = (text: string) => {
  try {
    return readPaymentCode(text)
  } catch (error) {
    if (!(error instanceof EmvError)) throw error
    return { problem: error.problem, field: error.field }
  }
}
/** The text with a right checksum. */
const sealed = (text: string) => `${text}6304${crc16(`${text}6304`)}`

test('the checksum is CRC-16/CCITT-FALSE', () => {
  expect(crc16('123456789')).toBe('29B1')
})

describe('texts of the standards', () => {
  test.each<[string, VietQr, string]>([
    [
      'NAPAS format v1.0 §6.1.2, a card',
      { bin: '970403', number: '9704031101234567', service: 'card', use: 'many' },
      '00020101021138600010A00000072701300006970403011697040311012345670208QRIBFTTC53037045802VN63044F52',
    ],
    [
      'NAPAS format v1.0 §6.1.3, an order',
      {
        bin: '970403',
        number: '0011012345678',
        amount: '180000',
        bill: 'NPS6869',
        memo: 'thanh toan don hang',
        use: 'once',
      },
      '00020101021238570010A00000072701270006970403011300110123456780208QRIBFTTA530370454061800005802VN62340107NPS68690819thanh toan don hang63042E2E',
    ],
    [
      'subiz/vietqr, a printed sign',
      { bin: '970423', number: '0099999999', use: 'many' },
      '00020101021138540010A00000072701240006970423011000999999990208QRIBFTTA53037045802VN6304CBB4',
    ],
    [
      'subiz/vietqr, an order',
      { bin: '970422', number: '0023457923442', amount: '40123', memo: 'test text string', use: 'once' },
      '00020101021238570010A00000072701270006970422011300234579234420208QRIBFTTA53037045405401235802VN62200816test text string6304D9C6',
    ],
    [
      'NAPAS format v1.0 §6.1.1, with the length that is right',
      { bin: '970403', number: '0011012345678', use: 'many' },
      '00020101021138570010A00000072701270006970403011300110123456780208QRIBFTTA53037045802VN63049E6F',
    ],
  ])('VietQR: %s', (_, code, text) => {
    expect(writeVietQr(code)).toBe(text)
    expect(readVietQr(text)).toEqual({ service: 'account', ...code })
    expect(readPaymentCode(text)).toMatchObject({ scheme: 'VietQR', country: 'VN', currency: '704' })
  })

  test('PromptPay, PayNow and KHQR', () => {
    expect(writePromptPay({ mobile: '0801234567' })).toBe(
      '00020101021129370016A000000677010111011300668012345675802TH530376463046197',
    )
    expect(writePromptPay({ mobile: '+66-89-123-4567' })).toBe(
      '00020101021129370016A000000677010111011300668912345675802TH5303764630429C1',
    )
    expect(writePromptPay({ taxId: '0123456789012' })).toBe(
      '00020101021129370016A000000677010111021301234567890125802TH530376463040CBD',
    )
    expect(writePromptPay({ mobile: '000-000-0000' }, '4.22', false)).toBe(
      '00020101021229370016A000000677010111011300660000000005802TH530376454044.226304E469',
    )
    expect(
      writePayNow({
        uen: '201403121W',
        amount: '500',
        mayChange: true,
        expiry: '2030-12-31',
        reference: 'TQINV-10001',
        name: 'ACME Pte Ltd.',
        isMany: false,
      }),
    ).toBe(
      '00020101021226490009SG.PAYNOW010120210201403121W0301104082030123152040000530370254035005802SG5913ACME Pte Ltd.6009Singapore62150111TQINV-100016304C7B2',
    )
    expect(
      writeKhqr({
        account: 'jonhsmith@nbcq',
        name: 'Jonh Smith',
        city: 'Phnom Penh',
        currency: 'KHR',
        mcc: '0000',
      }),
    ).toBe('00020101021129180014jonhsmith@nbcq5204000053031165802KH5910Jonh Smith6010Phnom Penh63045D73')
    expect(readPaymentCode(writeFps({ mobile: '+852 6123 4567' }, '88.50'))).toEqual({
      scheme: 'FPS',
      isMany: true,
      country: 'HK',
      currency: '344',
      amount: '88.50',
      name: 'NA',
      city: 'HK',
      expiresAt: null,
    })
  })

  test('codes of banks are read, whoever issued them', () => {
    expect(
      readPaymentCode(
        '00020101021138580016A00526628466257701080000041802030010315I90BYP17BC295VZ53034185802LA630491B3',
      ),
    ).toMatchObject({ scheme: 'LAPNet', country: 'LA', currency: '418', amount: null, isMany: true })
    expect(
      readPaymentCode(
        writePayNow({
          uen: '201403121W',
          mayChange: false,
          expiry: '2030-12-31',
          name: 'ACME',
          isMany: true,
        }),
      ),
    ).toMatchObject({ scheme: 'PayNow', expiresAt: '2030-12-31' })
    const qris = sealed(
      '00020101021126570011ID.DANA.WWW011893600915302259148102090225914810303UMI51440014ID.CO.QRIS.WWW0215ID10200176114730303UMI5204581253033605802ID5910Warung Ibu6007JAKARTA',
    )
    expect(readPaymentCode(qris)).toMatchObject({ scheme: 'QRIS', country: 'ID', name: 'Warung Ibu' })
    expect(readPaymentCode(qris.slice(0, -4) + qris.slice(-4).toLowerCase())).toMatchObject({
      scheme: 'QRIS',
    })
    expect(readPaymentCode(sealed('00020126100006NOBODY53037045802VN')).scheme).toBeNull()
    const expiring = sealed(
      '00020101021229180014jonhsmith@nbcq53031165802KH99340013170000000000001131700000600000',
    )
    expect(readPaymentCode(expiring)).toMatchObject({ isMany: false, expiresAt: '2023-11-14T22:23:20.000Z' })
  })
})

test.each([
  [
    'lengths of the receiver that do not add up, as NAPAS published them',
    '00020101021138570010A00000072701270006970403011200110123456780208QRIBFTTA53037045802VN6304F4E5',
    { problem: 'emv-malformed', field: '38.01' },
  ],
  [
    'a category that is no number',
    '00020101021129180014jonhsmith@nbcq52041A2B53031165802KH5910Jonh Smith6010Phnom Penh6304F7FD',
    { problem: 'emv-field', field: '52' },
  ],
  ['nothing', '', { problem: 'emv-field', field: '00' }],
  ['another format', 'https://shop.example', { problem: 'emv-malformed', field: '00' }],
  ['no account', sealed('00020153037045802VN'), { problem: 'emv-field', field: '26' }],
  ['a wrong checksum', '00020126100006NOBODY53037045802VN63040000', { problem: 'emv-crc', field: '63' }],
  ['no checksum', '00020126100006NOBODY53037045802VN', { problem: 'emv-crc', field: '63' }],
  [
    'text behind the checksum',
    `${sealed('00020126100006NOBODY53037045802VN')}5802VN`,
    { problem: 'emv-malformed', field: '58' },
  ],
  [
    'another object behind the checksum',
    `${sealed('00020126100006NOBODY53037045802VN')}5902AB`,
    { problem: 'emv-malformed', field: '63' },
  ],
  [
    'two checksums',
    `${sealed('00020126100006NOBODY53037045802VN')}63040000`,
    { problem: 'emv-malformed', field: '63' },
  ],
  ['a length of zero', sealed('00020126100006NOBODY5300'), { problem: 'emv-malformed', field: '53' }],
  [
    'digits of another script',
    sealed('00020126100006NOBODY5٣03704'),
    { problem: 'emv-malformed', field: '26' },
  ],
])('%s is refused by its own reason', (_, text, expected) => {
  expect(problemOf(text)).toEqual(expected)
})

test('a text of any length and content is read or refused, in time that grows with its length', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.stringMatching(/^(?:\d{2}0[1-9][ -~]{1,9}){0,30}$/).map((text) => sealed(`000201${text}`)),
  )
  fc.assert(
    fc.property(anything, (text) => void problemOf(text)),
    { numRuns: runs(300) },
  )
  expect(problemOf('00020'.repeat(200_000))).toEqual({ problem: 'emv-malformed', field: '00' })
})

test('no single changed character of a code passes its checksum', () => {
  const text = writeVietQr({
    bin: '970436',
    number: '0123456789',
    amount: '45000',
    memo: 'BAN 05',
    use: 'many',
  })
  fc.assert(
    fc.property(fc.nat(text.length - 1), fc.constantFrom(...'0123456789ABCXYZ '), (at, other) => {
      if (text[at] === other || (at >= text.length - 4 && text[at]?.toLowerCase() === other.toLowerCase()))
        return
      expect(() => readMerchantCode(text.slice(0, at) + other + text.slice(at + 1))).toThrow(EmvError)
    }),
    { numRuns: runs(1000) },
  )
})

test('what is written is read back', () => {
  const ascii = (max: number) => fc.stringMatching(new RegExp(`^[A-Za-z0-9][A-Za-z0-9 ./_-]{0,${max - 1}}$`))
  const code = fc.record(
    {
      bin: fc.stringMatching(/^\d{6}$/),
      number: fc.stringMatching(/^[0-9A-Z]{6,19}$/),
      service: fc.constantFrom('account' as const, 'card' as const),
      use: fc.constantFrom('many' as const, 'once' as const),
      amount: fc.stringMatching(/^[1-9]\d{0,12}$/),
      memo: ascii(25),
      bill: ascii(20),
      name: ascii(25),
      city: ascii(15),
    },
    { requiredKeys: ['bin', 'number', 'service', 'use'] },
  )
  fc.assert(
    fc.property(code, (given) => {
      expect(readVietQr(writeVietQr(given))).toEqual(given)
    }),
    { numRuns: runs(300) },
  )
})

test('no data object holds what the format cannot', () => {
  expect(() => writeVietQr({ bin: '970416', number: '1', memo: 'Chuyển tiền', use: 'many' })).toThrow(
    RangeError,
  )
  expect(() => writeVietQr({ bin: '970416', number: '1', memo: 'x'.repeat(26), use: 'many' })).toThrow(
    RangeError,
  )
  expect(() => writeVietQr({ bin: '97041', number: '1', use: 'many' })).toThrow(RangeError)
  expect(() => writeVietQr({ bin: '970416', number: '1'.repeat(20), use: 'many' })).toThrow(RangeError)
  expect(dataObject('59', 'x'.repeat(99))).toBe(`5999${'x'.repeat(99)}`)
  expect(() => dataObject('59', 'x'.repeat(100))).toThrow(RangeError)
  expect(readObjects('5903Đàn')).toEqual([['59', 'Đàn']])
})

test('names lose their marks, and what is left is named', () => {
  expect(paymentText('Bằng Minh Tuấn')).toBe('Bang Minh Tuan')
  expect(paymentText('Cộng hòa xã hội chủ nghĩa Việt Nam. Độc lập tự do - hạnh phúc')).toBe(
    'Cong hoa xa hoi chu nghia Viet Nam. Doc lap tu do - hanh phuc',
  )
  expect(paymentText('  Quán\u00a0Đào – “Bàn ５”\n')).toBe('Quan Dao - "Ban 5"')
  expect(paymentText('Straße Łódź Ærø')).toBe('Strasse Lodz AEro')
  for (const name of ['Bằng', 'Straße', 'Điện Biên']) expect(unwritable(paymentText(name))).toBeNull()
  expect(unwritable(paymentText('Bàn 🍜'))).toBe('🍜')
  expect(unwritable(paymentText('ร้านกาแฟ'))).toBe('ร')
})

test.each([
  ['50.000', 'VND', '50000'],
  ['50,000', 'VND', '50000'],
  ['1 250 000đ', 'VND', '1250000'],
  ['５００００', 'VND', '50000'],
  ['4.22', 'THB', '4.22'],
  ['1,234.50', 'USD', '1234.50'],
])('the amount %s %s is %s', (typed, currency, amount) => {
  expect(cleanAmount(typed, currency)).toBe(amount)
  expect(isAmount(amount, currency)).toBe(true)
})

test.each([
  ['0', 'VND'],
  ['1e5', 'VND'],
  ['50,5', 'VND'],
  ['-5', 'VND'],
  ['0.00', 'USD'],
  ['1.234', 'USD'],
  ['12345678901234', 'VND'],
  ['1.2.3', 'THB'],
])('the amount %s %s is refused', (typed, currency) => {
  expect(isAmount(cleanAmount(typed, currency), currency)).toBe(false)
})

test('ids of Thailand and Singapore are known by their form', () => {
  expect(isThaiId('1101700230708')).toBe(true)
  expect(isThaiId('1234567890121')).toBe(true)
  expect(isThaiId('1101700230706')).toBe(false)
  expect(isThaiId('110170023070')).toBe(false)
  for (const uen of ['53312345A', '201403121W', 'T08LL0001A']) expect(isUen(uen)).toBe(true)
  for (const not of ['201403121', '2014-03121W', 't08LL0001A', '189912345A ']) expect(isUen(not)).toBe(false)
})

test('banks have a BIN each, and a bank that was renamed keeps its own', () => {
  const bins = BANK_LIST.flatMap(({ bin, otherBins = [] }) => [bin, ...otherBins])
  expect(new Set(bins).size).toBe(bins.length)
  for (const bin of bins) expect(bin).toMatch(/^\d{6}$/)
  for (const key of ['code', 'name', 'fullName'] as const) {
    const all = BANK_LIST.map((bank) => bank[key])
    expect(new Set(all).size, key).toBe(all.length)
  }
  expect(['970414', '970406', '970449', '970444'].map((bin) => bankOf(bin)?.name)).toEqual([
    'MBV',
    'Vikki',
    'LPBank',
    'VCBNeo',
  ])
  expect(bankOf('970459')).toBe(bankOf('422589'))
  expect(bankOf('000000')).toBeNull()
})
