import type { Language } from '@scanleaf/shared'
import type { Database } from '../../../platform/db/database'
import type { Translator } from '../../../platform/i18n'
import { lineTexts } from './line-texts'
import { findInvoiceByNumber, findNewestInvoice, type InvoiceRow } from './repository'

/** An invoice in words, for the assistant; amounts in VND. */
export interface InvoiceSummary {
  id: string
  number: string
  status: InvoiceRow['status']
  issuedAt: Date
  amount: number
  lines: { description: string; amount: number }[]
}

/**
 * An own invoice.
 * @param number null for the newest
 * @returns null when there is none
 */
export async function summariseInvoice(
  { database: { db }, translator }: { database: Database; translator: Translator },
  { userId, number, language }: { userId: string; number: string | null; language: Language },
): Promise<InvoiceSummary | null> {
  const row =
    number === null ? await findNewestInvoice(db, userId) : await findInvoiceByNumber(db, userId, number)
  if (!row) return null
  const texts = await lineTexts(translator, db, language)
  return {
    id: row.id,
    number: row.number,
    status: row.status,
    issuedAt: row.issuedAt,
    amount: Number(row.amount),
    lines: row.lines.map((line) => ({ description: texts.line(line), amount: Number(line.amount) })),
  }
}
