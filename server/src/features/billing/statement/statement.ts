import { type Language, localTimeAt, type StatementDays, type WalletStatement } from '@scanleaf/shared'
import type { Db } from '../../../platform/db/database'
import { spreadsheetCsv } from '../../../platform/export/csv'
import { allRows } from '../../../platform/export/entry'
import type { Translator } from '../../../platform/i18n'
import { lineTexts } from '../invoices/line-texts'
import { spanOf } from '../span'
import { findTotals, findWalletEntries, type WalletEntry } from './repository'

const AT_ONCE = 500

/** What went in and out of a wallet on some days. */
export async function statementOf(db: Db, userId: string, days: StatementDays): Promise<WalletStatement> {
  const { opening, moneyIn, moneyOut } = await findTotals(db, userId, spanOf(days))
  const closing = opening + moneyIn - moneyOut
  return {
    opening: Number(opening),
    moneyIn: Number(moneyIn),
    moneyOut: Number(moneyOut),
    closing: Number(closing),
  }
}

/** Texts `billing-history` by the type of a ledger transaction. */
const ENTRY_TEXTS: Record<string, string> = {
  receipt: 'entry.receipt',
  'invoice-paid': 'entry.invoice-paid',
  'refund-started': 'type.refund',
  'refund-failed': 'entry.refund-failed',
  'downgrade-credit': 'type.credit',
  'chargeback-returned': 'entry.chargeback-returned',
}

/** Texts `billing-history:method.*` of payment types that have another name there. */
const METHOD_TEXTS: Record<string, string> = { stripe: 'visa' }

/**
 * The entries of a wallet on some days as a table: the balance before the first, each with its signed amount in VND and
 * the balance after it, the balance after the last. The amounts are all in one column, so that they add up.
 * @param translator has `billing-history` and `invoice-lines`
 * @returns the lines of a CSV file, as a spreadsheet of the language opens it
 */
export async function* statementCsv(
  db: Db,
  userId: string,
  { days, language, translator }: { days: StatementDays; language: Language; translator: Translator },
): AsyncGenerator<string> {
  const t = translator.in(language, 'billing-history')
  const texts = await lineTexts(translator, db, language)
  const span = spanOf(days)
  const { opening, lastEntry: until } = await findTotals(db, userId, span)
  const { head, row } = spreadsheetCsv(language)
  const balanceRow = (day: string | undefined, name: string, amount: bigint) =>
    row([day ?? '', name, '', '', '', '', amount])
  const about = ({ type, payment, invoice }: WalletEntry): string => {
    if (invoice) return invoice.lines.map((line) => texts.line(line)).join('; ')
    if (!payment || type === 'downgrade-credit') return ''
    return t(`method.${METHOD_TEXTS[payment.gateway] ?? payment.gateway}`)
  }
  yield head([
    t('column.date'),
    t('statement.entry'),
    t('invoice.line'),
    t('statement.payment'),
    t('invoice'),
    t('column.money'),
    t('statement.balance'),
  ])
  yield balanceRow(days.from, t('statement.opening'), opening)
  let balance = opening
  const entries = allRows<WalletEntry>((after) =>
    findWalletEntries(db, userId, span, { after, until, limit: AT_ONCE }),
  )
  for await (const entry of entries) {
    const { at, type, amount, payment, invoice } = entry
    balance += amount
    const key = ENTRY_TEXTS[type]
    yield row([
      localTimeAt(at, days.zone),
      key === undefined ? type : t(key),
      about(entry),
      payment?.ref ?? '',
      invoice?.number ?? '',
      amount,
      balance,
    ])
  }
  yield balanceRow(days.to, t('statement.closing'), balance)
}
