import { and, asc, eq, gte, lt, lte, type SQL, sql } from 'drizzle-orm'
import { type Db, query } from '../../../platform/db/database'
import { type InvoiceLine, invoices } from '../invoices/table'
import { ledgerEntries, ledgerTransactions } from '../ledger/ledger-table'
import type { StatementSpan } from '../span'
import { payments } from '../table'

export interface Totals {
  opening: bigint
  moneyIn: bigint
  moneyOut: bigint
  /** The newest entry that is counted: postings of one account follow each other. */
  lastEntry: bigint
}

export interface WalletEntry {
  id: bigint
  at: Date
  /** Type of its transaction in the ledger. */
  type: string
  /** VND, negative when it left the wallet. */
  amount: bigint
  payment: { ref: string; gateway: string } | null
  invoice: { number: string; lines: InvoiceLine[] } | null
}

const signed = sql<string>`case ${ledgerEntries.direction} when 'credit' then ${ledgerEntries.amount} else -${ledgerEntries.amount} end`
const walletOf = (userId: string) => eq(ledgerEntries.account, `wallet:${userId}`)
const within = ({ start, end }: StatementSpan): (SQL | undefined)[] => [
  start === null ? undefined : gte(ledgerTransactions.createdAt, start),
  end === null ? undefined : lt(ledgerTransactions.createdAt, end),
]

/** One statement of the database, so that all sums are of one moment. */
export async function findTotals(db: Db, userId: string, { start, end }: StatementSpan): Promise<Totals> {
  const at = ledgerTransactions.createdAt
  const isBefore = start === null ? sql`false` : sql`${at} < ${start.toISOString()}`
  const sumOf = (amount: SQL, condition: SQL) =>
    sql`coalesce(sum(${amount}) filter (where ${condition}), 0)::text`
  const [row] = await query<{ opening: string; money_in: string; money_out: string; last: string }>(
    db,
    sql`
      select
        ${sumOf(signed, isBefore)} as opening,
        ${sumOf(sql`amount`, sql`not ${isBefore} and direction = 'credit'`)} as money_in,
        ${sumOf(sql`amount`, sql`not ${isBefore} and direction = 'debit'`)} as money_out,
        coalesce(max(${ledgerEntries.id}), 0)::text as last
      from ${ledgerEntries} join ${ledgerTransactions} on ${ledgerTransactions.id} = ${ledgerEntries.transactionId}
      where ${and(walletOf(userId), end === null ? undefined : lt(at, end))}`,
  )
  if (!row) throw new Error('a sum without a row')
  return {
    opening: BigInt(row.opening),
    moneyIn: BigInt(row.money_in),
    moneyOut: BigInt(row.money_out),
    lastEntry: BigInt(row.last),
  }
}

/** Some entries of a wallet after one, the oldest first. @param until no newer one than this */
export async function findWalletEntries(
  db: Db,
  userId: string,
  span: StatementSpan,
  { after, until, limit }: { after: Pick<WalletEntry, 'id' | 'at'> | null; until: bigint; limit: number },
): Promise<WalletEntry[]> {
  const { createdAt: at, id: transactionId, type, invoiceId, paymentId } = ledgerTransactions
  const rows = await db
    .select({
      id: ledgerEntries.id,
      at,
      type,
      amount: signed,
      payment: { ref: payments.ref, gateway: payments.gateway },
      invoice: { number: invoices.number, lines: invoices.lines },
    })
    .from(ledgerEntries)
    .innerJoin(ledgerTransactions, eq(transactionId, ledgerEntries.transactionId))
    .leftJoin(invoices, eq(invoices.id, invoiceId))
    .leftJoin(payments, eq(payments.id, sql`coalesce(${paymentId}, ${invoices.paymentId})`))
    .where(
      and(
        walletOf(userId),
        lte(ledgerEntries.id, until),
        ...within(span),
        after === null
          ? undefined
          : sql`(${at}, ${ledgerEntries.id}) > (${after.at.toISOString()}, ${after.id})`,
      ),
    )
    .orderBy(asc(at), asc(ledgerEntries.id))
    .limit(limit)
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }))
}
