import { dialled } from '../phone-number'
import { writeMerchantCode } from './merchant-code'

/** Whom PromptPay pays: Thai mobile number, national or tax id of 13 digits, or e-wallet of 15. */
export type PromptPayId = { mobile: string } | { taxId: string } | { wallet: string }

/**
 * PromptPay for a person or shop (Bank of Thailand, Thai QR Payment Standard, tag 29).
 * @throws RangeError for a value that the format cannot hold
 */
export function writePromptPay(id: PromptPayId, amount?: string, isMany = true): string {
  return writeMerchantCode({
    isMany,
    tag: '29',
    account: [['00', 'A000000677010111'], promptPayAccount(id)],
    currency: '764',
    ...(amount !== undefined && { amount: Number(amount).toFixed(2) }),
    country: 'TH',
    isCountryFirst: true,
  })
}

function promptPayAccount(id: PromptPayId): readonly [string, string] {
  if ('mobile' in id) return ['01', `0066${nationalDigits(id.mobile)}`]
  return 'taxId' in id ? ['02', id.taxId] : ['03', id.wallet]
}

/** Nine digits of a Thai mobile number, without its zero and country code. */
const nationalDigits = (mobile: string): string =>
  dialled(mobile).replace(/^(?:\+66|0066|66(?=\d{9}$)|0)/, '')

/** Whether 13 digits are a Thai national or tax id: the last one is a check digit, modulus 11. */
export function isThaiId(id: string): boolean {
  if (!/^\d{13}$/.test(id)) return false
  const sum = [...id.slice(0, 12)].reduce((total, digit, place) => total + Number(digit) * (13 - place), 0)
  return (11 - (sum % 11)) % 10 === Number(id[12])
}

export interface PayNow {
  /** Mobile number with country code, or UEN of a business. */
  mobile?: string
  uen?: string
  name: string
  amount?: string
  /** Whether the payer may enter another amount. */
  mayChange: boolean
  /** Day, `YYYY-MM-DD`, after which it cannot be paid. */
  expiry?: string
  reference?: string
  isMany: boolean
}

/**
 * PayNow of Singapore (SGQR specification, tag 26).
 * @throws RangeError for a value that the format cannot hold
 */
export function writePayNow(code: PayNow): string {
  const { mobile, uen, name, amount, mayChange, expiry, reference, isMany } = code
  return writeMerchantCode({
    isMany,
    tag: '26',
    account: [
      ['00', 'SG.PAYNOW'],
      ['01', uen === undefined ? '0' : '2'],
      ['02', uen ?? dialled(mobile ?? '')],
      ['03', mayChange ? '1' : '0'],
      ['04', expiry?.replaceAll('-', '') ?? ''],
    ],
    mcc: '0000',
    currency: '702',
    ...(amount !== undefined && { amount }),
    country: 'SG',
    name,
    city: 'Singapore',
    additional: [['01', reference ?? '']],
  })
}

/** Shapes of a Unique Entity Number: business, local company, other entity (ACRA, uen.gov.sg). */
export const isUen = (text: string): boolean =>
  /^(?:\d{8}[A-Z]|(?:19|20)\d{7}[A-Z]|[TSR]\d{2}[A-Z]{2}\d{4}[A-Z])$/.test(text)

export interface KhqrPersonal {
  /** Account of Bakong, `name@bank`. */
  account: string
  number?: string
  bank?: string
  currency: 'KHR' | 'USD'
  amount?: string
  name: string
  city: string
  /** `5999` by default. */
  mcc?: string
}

/**
 * A personal KHQR for many payments (National Bank of Cambodia, KHQR specification).
 * @throws RangeError for a value that the format cannot hold
 */
export function writeKhqr(code: KhqrPersonal): string {
  const { account, number = '', bank = '', currency, amount, name, city, mcc = '5999' } = code
  return writeMerchantCode({
    isMany: true,
    tag: '29',
    account: [
      ['00', account],
      ['01', number],
      ['02', bank],
    ],
    mcc,
    currency: currency === 'KHR' ? '116' : '840',
    ...(amount !== undefined && { amount }),
    country: 'KH',
    name,
    city,
  })
}

/** Whom FPS pays: its own id of seven or nine digits, a Hong Kong mobile number or an email address. */
export type FpsId = { fpsId: string } | { mobile: string } | { email: string }

/**
 * FPS of Hong Kong (HKMA, Common QR Code Specification for Retail Payments, tag 26).
 * @throws RangeError for a value that the format cannot hold
 */
export function writeFps(id: FpsId, amount?: string, isMany = true): string {
  return writeMerchantCode({
    isMany,
    tag: '26',
    account: [['00', 'hk.com.hkicl'], fpsAccount(id)],
    mcc: '0000',
    currency: '344',
    ...(amount !== undefined && { amount }),
    country: 'HK',
    name: 'NA',
    city: 'HK',
  })
}

function fpsAccount(id: FpsId): readonly [string, string] {
  if ('fpsId' in id) return ['02', id.fpsId]
  return 'mobile' in id
    ? ['03', `+852-${dialled(id.mobile).replace(/^(?:\+|00)?852(?=\d{8}$)/, '')}`]
    : ['04', id.email]
}
