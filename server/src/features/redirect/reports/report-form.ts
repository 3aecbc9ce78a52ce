import type { IncomingMessage } from 'node:http'
import { cleanText } from '@scanleaf/qr'
import { MAX_NOTE, REPORT_REASONS, type ReportReason } from '@scanleaf/shared'
import type { SignedForm } from './report-keys'

const MAX_BODY_BYTES = 8 * 1024

/** The fields of a visitor's report. */
export interface VisitorReport {
  codeId: string
  reason: ReportReason
  note: string
  /** Where the code led. */
  target: string
  /** Name of the visitor's network on this day. */
  visitor: string
  /** What it was filled in on. */
  form: SignedForm
  /** A proof of work as it was sent; null where none is required. */
  proof: string | null
}

/** The fields of a posted form; null when it is not ours. */
export async function readReportForm(request: IncomingMessage): Promise<URLSearchParams | null> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '')) return null
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return null
  const body = await bodyOf(request)
  return body === null ? null : new URLSearchParams(body)
}

/** Null when no reason was chosen. */
export function reportIn(form: URLSearchParams): Pick<VisitorReport, 'reason' | 'note'> | null {
  const reason = REPORT_REASONS.find((each) => each === form.get('reason'))
  const note = cleanText(form.get('note') ?? '')
    .slice(0, MAX_NOTE)
    .toWellFormed()
  return reason ? { reason, note } : null
}

/** Null when it is too long or cut off. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const pieces: Buffer[] = []
  let bytes = 0
  try {
    for await (const piece of request as AsyncIterable<Buffer>) {
      bytes += piece.length
      if (bytes > MAX_BODY_BYTES) return null
      pieces.push(piece)
    }
  } catch {
    return null
  }
  return Buffer.concat(pieces).toString('utf8')
}
