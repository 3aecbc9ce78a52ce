import { agentOf } from '../../../platform/http/user-agent'
import { visitorKindOf } from '../../../platform/http/visitor-kind'
import type { ScanRecord } from '../../../platform/journal/scan-record'
import { remembering } from '../../../platform/remembering'
import type { NewScan } from '../repository'
import { type ClockError, correctedTime } from './scan-time'

const MAX_TEXT_LENGTH = 512
const LANGUAGE_TAG = /^[a-z]{1,8}(-[a-z0-9]{1,8})*$/i

/** A journal record as a row of the log; the visitor's other scans are not looked at yet. */
export function scanRowOf(scan: ScanRecord, clockError: ClockError): NewScan {
  return {
    codeId: scan.codeId,
    ...correctedTime(scan.at, clockError),
    kind: visitorKindOf(scan),
    isUnique: false,
    isRepeat: false,
    visitor: storable(scan.visitor),
    country: /^[A-Z]{2}$/.test(scan.country) ? scan.country : null,
    ...agentColumns(scan.userAgent),
    referrer: referrerOf(scan.referrer),
    language: preferredLanguage(scan.acceptLanguage),
  }
}

/** PostgreSQL takes neither NUL nor half a character. */
const storable = (text: string): string => text.replaceAll('\0', '').slice(0, MAX_TEXT_LENGTH).toWellFormed()

const agentColumns = remembering((text) => {
  const userAgent = storable(text)
  return { userAgent, ...agentOf(userAgent) }
})

/** Origin and path, or empty for anything but a web address. */
const referrerOf = remembering((referrer) => {
  if (!URL.canParse(referrer)) return ''
  const url = new URL(referrer)
  if (!/^https?:$/.test(url.protocol)) return ''
  return storable(url.origin + url.pathname)
})

/** The heaviest tag of an `Accept-Language` header (RFC 9110 §12.5.4), or empty. */
const preferredLanguage = remembering((header) => {
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
})
