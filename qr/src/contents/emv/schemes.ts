import { type DataObject, EmvError, readObjects } from './data-objects'
import { accountValue, type MerchantCode, readMerchantCode } from './merchant-code'

/** Payment schemes by the identifier of their account templates, compared without case. */
const SCHEMES: readonly (readonly [guid: RegExp, name: string])[] = [
  [/^A000000727$/i, 'VietQR'],
  [/^A00000067701011[1-4]$/i, 'Thai QR'],
  [/^SG\.PAYNOW$/i, 'PayNow'],
  [/^SG\.(?:SGQR|COM\.NETS)$/i, 'SGQR'],
  [/^ID\.CO\.QRIS\.WWW$/i, 'QRIS'],
  [/^A0000006150001$/i, 'DuitNow'],
  [/^A005266284662577$/i, 'LAPNet'],
  [/^(?:PH\.PPMI\.P2M|com\.p2pqrpay)$/i, 'QR Ph'],
  [/^hk\.com\.hkicl$/i, 'FPS'],
  [/^BR\.GOV\.BCB\.PIX$/i, 'Pix'],
]
/** Accounts of Bakong are `name@bank` in the templates 29 and 30 (KHQR specification §2.2). */
const KHQR_ACCOUNT = /^[^@\s]{1,32}@[a-z0-9_]{1,32}$/i
/** Wallets in Indonesia's codes stand beside QRIS, which names itself in 51. */
const QRIS_WALLET = /^(?:ID|COM)\./i

/** The name of a scheme that people know, or null for one that is not known. */
export type SchemeName = string

/** What a bank's own code says before it is printed. */
export interface PaymentCodeFacts
  extends Pick<MerchantCode, 'isMany' | 'country' | 'currency' | 'name' | 'city' | 'amount'> {
  readonly scheme: SchemeName | null
  /** Day or instant after which nobody can pay with it, ISO 8601; null where it does not say. */
  readonly expiresAt: string | null
}

/**
 * The facts of a payment code whose text is printed as it is.
 * @throws EmvError with the reason and the field
 */
export function readPaymentCode(text: string): PaymentCodeFacts {
  const code = readMerchantCode(text)
  for (const [tag, objects] of code.accounts) checkAccount(tag, objects)
  const { isMany, country, currency, name, city, amount } = code
  return {
    scheme: schemeOf(code),
    isMany,
    country,
    currency,
    name,
    city,
    amount,
    expiresAt: expiryOf(text, code),
  }
}

/** The scheme of a code: the first of its accounts that is known, since a sign may be for several. */
export function schemeOf({
  accounts,
  country,
}: Pick<MerchantCode, 'accounts' | 'country'>): SchemeName | null {
  for (const [tag, objects] of accounts) {
    const guid = accountValue(objects, '00')
    const known = SCHEMES.find(([pattern]) => tag >= '26' && pattern.test(guid))
    if (known) return known[1]
    if ((tag === '29' || tag === '30') && KHQR_ACCOUNT.test(guid)) return 'KHQR'
    if (country === 'ID' && QRIS_WALLET.test(guid)) return 'QRIS'
  }
  return null
}

/** VietQR's receiver is a template of its own, in which NAPAS published lengths that do not add up (format v1.0 §6.1.1). */
function checkAccount(tag: string, objects: readonly DataObject[]): void {
  if (!/^A000000727$/i.test(accountValue(objects, '00'))) return
  const receiver = accountValue(objects, '01')
  if (receiver === '') throw new EmvError('emv-field', `${tag}.01`)
  readObjects(receiver, `${tag}.01`)
}

/** PayNow names a day (SGQR, `26.04`), dynamic KHQR an instant in milliseconds (tag 99, `01`). */
function expiryOf(text: string, { accounts }: MerchantCode): string | null {
  for (const [, objects] of accounts) {
    if (!/^SG\.PAYNOW$/i.test(accountValue(objects, '00'))) continue
    const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(accountValue(objects, '04')) ?? []
    if (year !== undefined) return `${year}-${month}-${day}`
  }
  const stamps = new Map(readObjects(text)).get('99')
  const [, milliseconds] = /(?:^|\d{17})0113(\d{13})$/.exec(stamps ?? '') ?? []
  return milliseconds === undefined ? null : new Date(Number(milliseconds)).toISOString()
}
