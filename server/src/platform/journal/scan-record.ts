import { MAX_OUTCOME_NUMBER } from '@scanleaf/shared'
import { RECORD_END } from './frame'

/** An answered request to a code as the redirect service writes it and the log reads it. No address is in it. */
export interface ScanRecord {
  codeId: string
  /** Milliseconds since the epoch. */
  at: number
  method: string
  userAgent: string
  /** Without query and fragment. */
  referrer: string
  acceptLanguage: string
  /** The purpose that the request states, such as a prefetch (visitor-kind.ts). */
  purpose: string
  /** Hash of address, user agent and languages under the salt of the day. */
  visitor: string
  /** ISO 3166-1 alpha-2, empty when unknown. */
  country: string
  /** Number of the outcome of the code's rules, 1 to 2,047; 0 is its own target. */
  outcome: number
}

/** A scan of the own target has no field for its outcome. */
const FIELDS = 9
const OUTCOME = /^[1-9]\d{0,3}$/
const CODE_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i
const TIME = /^\d{1,16}$/
/** The last time of a date of ECMAScript (ECMA-262, "Time Values and Time Range"). */
const MAX_TIME = 8.64e15

/** Between fields: ASCII's unit separator. */
const FIELD_END = '\u001f'
/** What would end a field, a record or a line of the journal. HTTP allows none of it in a header (RFC 9110 §5.5). */
const ENDINGS = [FIELD_END, RECORD_END, '\n']

/** One record of the journal; each visitor waits for this. */
export function encodeScan(scan: ScanRecord): string {
  const { codeId, at, method, visitor, country, outcome } = scan
  const userAgent = withoutEndings(scan.userAgent)
  const referrer = withoutEndings(scan.referrer)
  const acceptLanguage = withoutEndings(scan.acceptLanguage)
  const purpose = withoutEndings(scan.purpose)
  const seen = `${userAgent}${FIELD_END}${referrer}${FIELD_END}${acceptLanguage}${FIELD_END}${purpose}`
  const plain = `${codeId}${FIELD_END}${at}${FIELD_END}${method}${FIELD_END}${seen}${FIELD_END}${visitor}${FIELD_END}${country}`
  return outcome === 0 ? plain : `${plain}${FIELD_END}${outcome}`
}

function withoutEndings(text: string): string {
  let clean = text
  for (const ending of ENDINGS) if (clean.includes(ending)) clean = clean.replaceAll(ending, ' ')
  return clean
}

/** Null for a record that `encodeScan` did not write. */
export function decodeScan(record: string): ScanRecord | null {
  const fields = record.split(FIELD_END)
  const [codeId = '', time = '', method = '', userAgent = '', referrer = '', acceptLanguage = ''] = fields
  const [purpose = '', visitor = '', country = '', number] = fields.slice(6)
  const at = Number(time)
  const outcome = Number(number ?? 0)
  // Without a schema library: an import decodes each scan, which took more of its time than all the rest of reading it.
  if (fields.length < FIELDS || fields.length > FIELDS + 1) return null
  if (number !== undefined && (!OUTCOME.test(number) || outcome > MAX_OUTCOME_NUMBER)) return null
  if (!CODE_ID.test(codeId) || !TIME.test(time) || at > MAX_TIME) return null
  return { codeId, at, method, userAgent, referrer, acceptLanguage, purpose, visitor, country, outcome }
}
