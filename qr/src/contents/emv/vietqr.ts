import { readObjects } from './data-objects'
import { accountValue, readSchemeCode, writeMerchantCode } from './merchant-code'

export interface VietQr {
  /** Six digits of the receiving bank. */
  bin: string
  /** Account, or card, of at most 19 characters. */
  number: string
  /** `account` by default. */
  service?: 'account' | 'card'
  /** `many` is a printed sign, with or without an amount (NAPAS format v1.0 §5.2.2); `once` an order. */
  use: 'many' | 'once'
  /** Whole VND; without it the payer chooses. */
  amount?: string
  /** ASCII, each at most 25 characters. */
  memo?: string
  bill?: string
  store?: string
  reference?: string
  terminal?: string
  /** Name of the account, at most 25 characters. */
  name?: string
  city?: string
  mcc?: string
}

const TAG = '38'
const GUID = 'A000000727'
const SERVICES = { account: 'QRIBFTTA', card: 'QRIBFTTC' } as const
const MAX_NUMBER = 19

/**
 * The text of a VietQR code: EMVCo, merchant-presented, as NAPAS profiles it (format v1.0 §5.2.3.2).
 * @throws RangeError for a value that the format cannot hold
 */
export function writeVietQr(code: VietQr): string {
  const { bin, number, service = 'account', use, memo, bill, store, reference, terminal } = code
  if (!/^\d{6}$/.test(bin) || number.length === 0 || number.length > MAX_NUMBER)
    throw new RangeError('VietQR receiver')
  return writeMerchantCode({
    ...code,
    isMany: use === 'many',
    tag: TAG,
    account: [
      ['00', GUID],
      ['01', `0006${bin}01${String(number.length).padStart(2, '0')}${number}`],
      ['02', SERVICES[service]],
    ],
    currency: '704',
    country: 'VN',
    additional: [
      ['01', bill ?? ''],
      ['03', store ?? ''],
      ['05', reference ?? ''],
      ['07', terminal ?? ''],
      ['08', memo ?? ''],
    ],
  })
}

/** The parts of a VietQR text; null for a payment code of another kind and for a text that is none. */
export function readVietQr(text: string): VietQr | null {
  try {
    const code = readSchemeCode(text, GUID)
    if (code?.currency !== '704') return null
    const { account } = code
    const receiver = readObjects(accountValue(account, '01'), `${TAG}.01`)
    const { amount, name, city, mcc, bill, store, reference, memo, isMany } = code
    return {
      bin: accountValue(receiver, '00'),
      number: accountValue(receiver, '01'),
      service: accountValue(account, '02') === SERVICES.card ? 'card' : 'account',
      use: isMany ? 'many' : 'once',
      ...(amount !== null && { amount }),
      ...Object.fromEntries(
        Object.entries({ name, city, mcc, bill, store, reference, memo }).filter(([, value]) => value !== ''),
      ),
    }
  } catch {
    return null
  }
}
