import { z } from 'zod'

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
  /** `Sec-Purpose`, or the older `Purpose`. */
  purpose: string
  /** Hash of address, user agent and languages under the salt of the day. */
  visitor: string
  /** ISO 3166-1 alpha-2, empty when unknown. */
  country: string
}

const Fields = z.tuple([
  z.uuid(),
  z.int().min(0).max(8.64e15),
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  z.string(),
])

export function encodeScan(scan: ScanRecord): string {
  return JSON.stringify([
    scan.codeId,
    scan.at,
    scan.method,
    scan.userAgent,
    scan.referrer,
    scan.acceptLanguage,
    scan.purpose,
    scan.visitor,
    scan.country,
  ])
}

/** Null for a record that `encodeScan` did not write. */
export function decodeScan(record: string): ScanRecord | null {
  const fields = Fields.safeParse(parseJson(record))
  if (!fields.success) return null
  const [codeId, at, method, userAgent, referrer, acceptLanguage, purpose, visitor, country] = fields.data
  return { codeId, at, method, userAgent, referrer, acceptLanguage, purpose, visitor, country }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
