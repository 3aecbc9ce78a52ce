import fc from 'fast-check'
import { byteLength } from '../contents/byte-length'
import { cleanLine, isBlank } from '../contents/clean-line'
import { BANK_LIST } from '../contents/emv/banks'
import { paymentText } from '../contents/emv/payment-text'
import { writeVietQr } from '../contents/emv/vietqr'
import { daysLater, minutesLater } from '../contents/moment'
import type { ContentTypeName } from '../contents/registry'

const SCRIPTS = [
  'Nguyễn Ánh; "Đường", 5\\7: a',
  'مرحبا بالعالم',
  'नमस्ते',
  'สวัสดี',
  'សួស្តី',
  'ສະບາຍດີ',
  'မင်္ဂလာပါ',
  '你好 繁體',
  'こんにちは',
  '안녕하세요',
  'Привет',
  'ñ ü ç ã',
  '👩‍👩‍👧 🧡',
]

const line = fc
  .oneof(fc.constantFrom(...SCRIPTS), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }))
  .map((text) => cleanLine(text.replace(/\p{Cs}/gu, '_')))
  .filter((text) => !isBlank(text))
const optional = fc.oneof(fc.constant(''), line)
const number = fc.stringMatching(/^(?:\+[1-9]\d{6,14}|\d{3,15})$/)
const mail = fc.emailAddress()
const text = fc.array(line, { minLength: 1, maxLength: 4 }).map((lines) => lines.join('\n'))
const href = fc.webUrl({ withQueryParameters: true }).map((url) => new URL(url).href)

/** As payment codes hold it. */
const paymentLine = fc
  .stringMatching(/^[ -~]{1,25}$/)
  .map(paymentText)
  .filter((written) => written !== '')
const optionalPaymentLine = fc.oneof(fc.constant(''), paymentLine)
const cents = fc.integer({ min: 1, max: 999_999_999 }).map((amount) => (amount / 100).toFixed(2))
const day = fc
  .date({ min: new Date('1950-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const degrees = (most: number) =>
  fc
    .integer({ min: -most * 1_000_000, max: most * 1_000_000 })
    .map((millionths) => String(millionths / 1_000_000))
    .filter((text) => !text.includes('e'))

/** Contents of each type as they are stored. */
export const CONTENT_SAMPLES = {
  Website: fc.record({ content: href }),
  'Website-pdf': fc.record({ content: href }),
  'Facebook Url': fc.record({ facebookUrl: href }),
  'Facebook share': fc.record({ shareFacebook: href }),
  VCard: fc.record({
    firstName: line,
    lastName: line,
    companyName: optional,
    email: fc.oneof(fc.constant(''), mail),
    jobTitle: optional,
    street: optional,
    ward: optional,
    province: optional,
    country: optional,
    zipcode: optional,
    mobilePhone: fc.oneof(fc.constant(''), number),
    homePhone: fc.oneof(fc.constant(''), number),
    fax: fc.oneof(fc.constant(''), number),
    companyEmail: fc.oneof(fc.constant(''), mail),
    websiteUrl: fc.oneof(fc.constant(''), href),
    fullName: fc.oneof(fc.constant(''), line),
  }),
  Text: fc.record({ plainText: text }),
  Email: fc.record({ emailTabE: mail, titleTabE: optional, contentTabE: fc.oneof(fc.constant(''), text) }),
  Phone: fc.record({ phoneNumber: number }),
  Wifi: fc.record({
    ssid: line.filter((name) => byteLength(name) <= 32),
    // Valid both as a key of WEP and as a passphrase.
    passWifi: fc.stringMatching(/^[ -~]{13}$/),
    encrypWifi: fc.constantFrom('WPA', 'WEP'),
    hidden: fc.constantFrom('', 'true'),
  }),
  SMS: fc.record({ smsNumber: number, smsContent: text }),
  VietQR: fc.record({
    bank: fc.constantFrom(...BANK_LIST.map(({ bin }) => bin)),
    number: fc.stringMatching(/^[0-9A-Z]{6,19}$/),
    accountName: paymentLine,
    amount: fc.oneof(fc.constant(''), fc.integer({ min: 1, max: 9_999_999_999_999 }).map(String)),
    memo: fc.oneof(
      fc.constant(''),
      fc
        .stringMatching(/^[\w \-./]{1,25}$/)
        .map(paymentText)
        .filter((memo) => memo !== ''),
    ),
    use: fc.constantFrom('many', 'once'),
    service: fc.constant('account'),
    bill: optionalPaymentLine,
    store: optionalPaymentLine,
  }),
  PaymentCode: fc
    .record({ name: paymentLine, number: fc.stringMatching(/^[0-9A-Z]{6,19}$/) })
    .map(({ name, number: account }) => ({
      text: writeVietQr({ bin: '970436', number: account, use: 'many', name, city: 'HA NOI', mcc: '5812' }),
    })),
  PromptPay: fc.record({
    idKind: fc.constant('mobile'),
    id: fc.stringMatching(/^0\d{9}$/),
    amount: fc.oneof(fc.constant(''), cents),
    use: fc.constantFrom('many', 'once'),
  }),
  PayNow: fc.record({
    idKind: fc.constant('mobile'),
    id: fc.stringMatching(/^\+65[89]\d{7}$/),
    accountName: paymentLine,
    amount: fc.oneof(fc.constant(''), cents),
    mayChange: fc.constantFrom('', 'true'),
    expiry: fc.oneof(fc.constant(''), day),
    reference: optionalPaymentLine,
    use: fc.constantFrom('many', 'once'),
  }),
  KHQR: fc.record({
    account: fc.stringMatching(/^[a-z0-9_]{2,12}@[a-z]{3,8}$/),
    accountName: paymentLine,
    city: fc.constantFrom('Phnom Penh', 'Siem Reap'),
    currency: fc.constant('USD'),
    amount: fc.oneof(fc.constant(''), cents),
    number: optionalPaymentLine,
    bankName: optionalPaymentLine,
  }),
  FPS: fc.record({
    idKind: fc.constant('mobile'),
    id: fc.stringMatching(/^\+852-[4-9]\d{7}$/),
    amount: fc.oneof(fc.constant(''), cents),
    use: fc.constantFrom('many', 'once'),
  }),
  Chat: fc.oneof(
    fc.record({
      app: fc.constant('WhatsApp'),
      account: fc.stringMatching(/^[1-9]\d{6,14}$/),
      text: fc.oneof(fc.constant(''), text),
    }),
    fc.record({
      app: fc.constant('LINE'),
      account: fc.constant('@shop.vn'),
      text: fc.oneof(fc.constant(''), text),
    }),
    fc.record({
      app: fc.constant('Zalo'),
      account: fc.stringMatching(/^84[35789]\d{8}$/),
      text: fc.constant(''),
    }),
    fc.record({
      app: fc.constant('Telegram'),
      account: fc.stringMatching(/^[a-z]\w{4,31}$/),
      text: fc.constant(''),
    }),
  ),
  Event: fc
    .record({
      title: line,
      start: day,
      minutes: fc.integer({ min: 0, max: 1439 }),
      days: fc.integer({ min: 0, max: 40 }),
      isAllDay: fc.boolean(),
      place: optional,
      description: fc.oneof(fc.constant(''), text),
      url: fc.oneof(fc.constant(''), href),
    })
    .map(({ minutes, days, isAllDay, start, ...event }) => {
      const from = `${start}T${new Date(minutes * 60_000).toISOString().slice(11, 16)}Z`
      return isAllDay
        ? { ...event, start, end: daysLater(start, days), isAllDay: 'true', zone: '' }
        : { ...event, start: from, end: minutesLater(from, days + 1), isAllDay: '', zone: 'UTC' }
    }),
  Place: fc.record({
    latitude: degrees(90),
    longitude: degrees(180),
    link: fc.constant(''),
    name: fc.constant(''),
    format: fc.constantFrom('link', 'geo'),
  }),
  Review: fc.oneof(
    fc.record({
      service: fc.constant('Google'),
      placeId: fc.stringMatching(/^[\w-]{20,60}$/),
      url: fc.constant(''),
    }),
    fc.record({
      service: fc.constant('TripAdvisor'),
      placeId: fc.constant(''),
      url: fc.constant('https://www.tripadvisor.com.vn/UserReviewEdit-g293924'),
    }),
  ),
} satisfies Record<ContentTypeName, unknown>
