import { crc16, type DataObject, dataObject, EmvError, readObjects } from './data-objects'

/** What a merchant-presented payment code says, whoever issued it. */
export interface MerchantCode {
  /** Made for many payments (`11`), not for one (`12`). */
  readonly isMany: boolean
  /** Accounts by tag (02 to 51), each as its data objects; those of card schemes (02 to 25) as one, `00`. */
  readonly accounts: readonly (readonly [tag: string, objects: readonly DataObject[]])[]
  /** ISO 18245; empty where the code has none, as all that follow. */
  readonly mcc: string
  /** ISO 4217, three digits. */
  readonly currency: string
  /** Digits and at most one point; null where the payer chooses. */
  readonly amount: string | null
  /** ISO 3166-1, two letters. */
  readonly country: string
  readonly name: string
  readonly city: string
  /** Of template 62 (§4.8). */
  readonly bill: string
  readonly store: string
  readonly reference: string
  readonly memo: string
}

/** What a code is made of; texts are ASCII, each as its data object may hold it. */
export interface NewMerchantCode {
  isMany: boolean
  tag: string
  account: readonly DataObject[]
  mcc?: string
  currency: string
  amount?: string
  country: string
  name?: string
  city?: string
  additional?: readonly DataObject[]
  /** Country before currency and amount, as the Bank of Thailand writes it. */
  isCountryFirst?: boolean
}

const CRC_ID = '63'
const CRC_LENGTH = 4
/** Values by EMV QRCPS MPM v1.1 §4; where a code breaks one, its field is named. */
const FORMS: Readonly<Record<string, RegExp>> = {
  '01': /^1[12]$/,
  '52': /^\d{4}$/,
  '53': /^\d{3}$/,
  '54': /^(?=.{1,13}$)\d+(?:\.\d*)?$/,
  '55': /^0[123]$/,
  '58': /^[A-Z]{2}$/i,
}
const MAX_NAME = 25
const MAX_CITY = 15
/** Each value of template 62 (§4.8). */
const MAX_ADDITIONAL = 25
/** No symbol of version 40 holds more; nobody's payment code is near. */
const MAX_TEXT = 1000

/**
 * The text of a payment code, in the order of its schemes' examples, with its CRC.
 * @throws RangeError for a value that the format cannot hold
 */
export function writeMerchantCode(code: NewMerchantCode): string {
  const objects = (all: readonly DataObject[], maxLength?: number) =>
    all.map(([id, value]) => dataObject(id, value, maxLength)).join('')
  const country = dataObject('58', code.country, 2)
  const money = dataObject('53', code.currency, 3) + dataObject('54', code.amount, 13)
  const text =
    dataObject('00', '01') +
    dataObject('01', code.isMany ? '11' : '12') +
    dataObject(code.tag, objects(code.account)) +
    dataObject('52', code.mcc, 4) +
    (code.isCountryFirst ? country + money : money + country) +
    dataObject('59', code.name, MAX_NAME) +
    dataObject('60', code.city, MAX_CITY) +
    dataObject('62', objects(code.additional ?? [], MAX_ADDITIONAL)) +
    CRC_ID +
    '04'
  return text + crc16(text)
}

/**
 * Reads the text of a payment code of any scheme (EMV QRCPS MPM v1.1 §3 and §4).
 * @throws EmvError with the reason and the field
 */
export function readMerchantCode(text: string): MerchantCode {
  if (text.length > MAX_TEXT) throw new EmvError('emv-malformed', '00')
  const objects = readObjects(text)
  if (objects[0]?.[0] !== '00' || objects[0][1] !== '01') throw new EmvError('emv-field', '00')
  const values = new Map(objects)
  checkCrc(text, objects)
  for (const [id, form] of Object.entries(FORMS)) {
    const value = values.get(id)
    if (value !== undefined && !form.test(value)) throw new EmvError('emv-field', id)
  }
  const accounts = objects.filter(([id]) => id >= '02' && id <= '51').map(readAccount)
  if (accounts.length === 0) throw new EmvError('emv-field', '26')
  const additional = new Map(values.has('62') ? readObjects(values.get('62') as string, '62') : [])
  const of = (id: string) => values.get(id) ?? ''
  return {
    isMany: of('01') !== '12',
    accounts,
    mcc: of('52'),
    currency: of('53'),
    amount: values.get('54') ?? null,
    country: of('58').toUpperCase(),
    name: of('59'),
    city: of('60'),
    bill: additional.get('01') ?? '',
    store: additional.get('03') ?? '',
    reference: additional.get('05') ?? '',
    memo: additional.get('08') ?? '',
  }
}

/**
 * A code with the account of one scheme, whose template begins with its GUID (§4.3); null for any other text.
 * @param guid in capitals
 */
export function readSchemeCode(
  text: string,
  guid: string,
): (MerchantCode & { account: readonly DataObject[] }) | null {
  try {
    const code = readMerchantCode(text)
    const found = code.accounts.find(([, objects]) => accountValue(objects, '00').toUpperCase() === guid)
    return found === undefined ? null : { ...code, account: found[1] }
  } catch (error) {
    if (error instanceof EmvError) return null
    throw error
  }
}

/** The CRC is last and over everything before its value; some banks write its letters small (§4.7.3). */
function checkCrc(text: string, objects: readonly DataObject[]): void {
  const last = objects.at(-1) as DataObject
  const found = objects.findIndex(([id]) => id === CRC_ID)
  if (found !== -1 && found !== objects.length - 1) throw new EmvError('emv-malformed', CRC_ID)
  if (last[0] !== CRC_ID || last[1].length !== CRC_LENGTH) throw new EmvError('emv-crc', CRC_ID)
  if (crc16(text.slice(0, -CRC_LENGTH)) !== last[1].toUpperCase()) throw new EmvError('emv-crc', CRC_ID)
}

/** Accounts of card schemes are one value (ids 02 to 25), those of others a template with a GUID (§4.3). */
const readAccount = ([tag, value]: DataObject): [string, readonly DataObject[]] => [
  tag,
  tag < '26' ? [['00', value]] : readObjects(value, tag),
]

/** The value of an account's data object; empty where it has none. */
export const accountValue = (objects: readonly DataObject[], id: string): string =>
  objects.find(([found]) => found === id)?.[1] ?? ''
