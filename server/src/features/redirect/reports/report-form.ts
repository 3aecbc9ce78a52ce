import { cleanText } from '@scanleaf/qr'
import { MAX_NOTE, REPORT_REASONS, type ReportReason } from '@scanleaf/shared'
import type { SignedForm } from './report-keys'

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

/** Null when no reason was chosen. */
export function reportIn(form: URLSearchParams): Pick<VisitorReport, 'reason' | 'note'> | null {
  const reason = REPORT_REASONS.find((each) => each === form.get('reason'))
  const note = cleanText(form.get('note') ?? '')
    .slice(0, MAX_NOTE)
    .toWellFormed()
  return reason ? { reason, note } : null
}
