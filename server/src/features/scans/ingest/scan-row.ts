import { hash } from 'node:crypto'
import { agentOf } from '../../../platform/http/user-agent'
import { visitorKindOf } from '../../../platform/http/visitor-kind'
import type { ScanRecord } from '../../../platform/journal/scan-record'
import type { RowNaming, RowNumbers } from '../log/log-dictionaries'
import type { NumberedScan } from '../log/log-rows'
import { FLAGS, KINDS, OUTCOME_SHIFT } from '../table'
import { type ClockError, correctedTime } from './scan-time'

const MAX_TEXT_LENGTH = 512
const LANGUAGE_TAG = /^[a-z]{1,8}(-[a-z0-9]{1,8})*$/i

/**
 * Records by their texts as they are in the journal: what the log has of a text is made out only when it is not known. A
 * line break is in none of them.
 */
export const RECORD_NAMING: RowNaming<ScanRecord> = {
  code: { keyOf: ({ codeId }) => codeId, entryOf: ({ codeId }) => [codeId.toLowerCase()] },
  agent: { keyOf: ({ userAgent }) => bounded(userAgent), entryOf: ({ userAgent }) => agentEntry(userAgent) },
  referrer: {
    keyOf: ({ referrer }) => bounded(referrer),
    entryOf: ({ referrer }) => [referrerOf(referrer)],
  },
  language: {
    keyOf: ({ acceptLanguage }) => bounded(acceptLanguage),
    entryOf: ({ acceptLanguage }) => [preferredLanguage(acceptLanguage)],
  },
  country: {
    keyOf: ({ country }) => bounded(country),
    entryOf: ({ country }) => [/^[A-Z]{2}$/.test(country) ? country : ''],
  },
}

/** A scan as the inbox takes it. */
export function numberedScanOf(scan: ScanRecord, numbers: RowNumbers, clockError: ClockError): NumberedScan {
  const { at, isTimeCorrected } = correctedTime(scan.at, clockError)
  return {
    ...numbers,
    at,
    visitor: scan.visitor,
    kind: KINDS.indexOf(visitorKindOf(scan)),
    flags: (isTimeCorrected ? FLAGS.isTimeCorrected : 0) + (scan.outcome << OUTCOME_SHIFT),
  }
}

/** Of a long text its hash, so that visitors cannot fill the memory with them. */
const bounded = (text: string): string => (text.length > MAX_TEXT_LENGTH ? `\n${hash('sha256', text)}` : text)

/** PostgreSQL takes neither NUL nor half a character. */
const storable = (text: string): string => text.replaceAll('\0', '').slice(0, MAX_TEXT_LENGTH).toWellFormed()

function agentEntry(text: string): string[] {
  const userAgent = storable(text)
  const { device, system, browser } = agentOf(userAgent)
  return [device, system, browser, userAgent]
}

/** Origin and path, or empty for anything but a web address. */
function referrerOf(referrer: string): string {
  if (!URL.canParse(referrer)) return ''
  const url = new URL(referrer)
  if (!/^https?:$/.test(url.protocol)) return ''
  return storable(url.origin + url.pathname)
}

/** The heaviest tag of an `Accept-Language` header (RFC 9110 §12.5.4), or empty. */
function preferredLanguage(header: string): string {
  let best = ''
  let bestWeight = 0
  for (const range of header.split(',')) {
    const [tag = '', ...parameters] = range.trim().split(';')
    const q = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/i.exec(parameter)?.[1]).find(Boolean)
    const weight = q === undefined ? 1 : Number(q)
    if (weight > bestWeight && LANGUAGE_TAG.test(tag)) {
      best = tag
      bestWeight = weight
    }
  }
  return best
}
