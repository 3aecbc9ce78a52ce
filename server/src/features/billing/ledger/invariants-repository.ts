import type { LedgerCheck } from '@scanleaf/shared'
import { count, desc, type SQL, sql } from 'drizzle-orm'
import { type Db, query } from '../../../platform/db/database'
import { ledgerChecks } from './ledger-table'

type CheckRow = typeof ledgerChecks.$inferSelect
type Finding = CheckRow['findings'][number]

const signed = sql`case direction when 'debit' then amount else -amount end`
const sumOf = (accounts: SQL) =>
  sql`select coalesce(sum(${signed}), 0) from ledger_entries where account ${accounts}`
const received = (state: SQL) => sql`select coalesce(sum(amount), 0) from receipts where state ${state}`

/** Each statement returns the subjects that violate an invariant, at most a hundred. */
const INVARIANTS: Record<string, SQL> = {
  'transaction-balances': sql`
    select transaction_id::text as subject, 0 as expected, sum(${signed}) as found
    from ledger_entries group by 1 having sum(${signed}) <> 0`,
  'accounts-sum-to-zero': sql`
    select '' as subject, 0 as expected, sum(${signed}) as found from ledger_entries having sum(${signed}) <> 0`,
  'wallet-is-its-entries': sql`
    select * from (
      select user_id as subject, balance as found,
        (select coalesce(-sum(${signed}), 0) from ledger_entries where account = 'wallet:' || user_id) as expected
      from wallets) as each where found <> expected`,
  'owed-is-its-entries': sql`
    select * from (
      select user_id as subject, owed as found,
        (select coalesce(sum(${signed}), 0) from ledger_entries where account = 'receivable:' || user_id) as expected
      from wallets) as each where found <> expected`,
  'owed-is-open-invoices': sql`
    select * from (
      select user_id as subject, owed as found,
        (select coalesce(sum(amount), 0) from invoices where invoices.user_id = wallets.user_id and status = 'open')
          as expected
      from wallets) as each where found <> expected`,
  'suspense-is-unmatched-receipts': sql`
    select * from (select '' as subject, (${sumOf(sql`= 'suspense'`)}) as found,
      -(${received(sql`= 'unmatched'`)}) as expected) as each where found <> expected`,
  'clearing-is-what-came-and-stayed': sql`
    select * from (select '' as subject, (${sumOf(sql`~ '^(clearing:.*|refund_pending|fx_rounding)$'`)}) as found,
      (${received(sql`<> 'refunded'`)}) - (select coalesce(sum(refunded), 0) from payments)
        - (select coalesce(sum(amount), 0) from chargebacks where state = 'taken') as expected) as each
    where found <> expected`,
  'paid-is-receipts': sql`
    select * from (
      select ref as subject, paid as found,
        (select coalesce(sum(amount), 0) from receipts where payment_id = payments.id) as expected
      from payments where gateway <> 'wallet') as each where found <> expected`,
  'invoice-numbers-have-no-gap': sql`
    select * from (
      select year::text as subject, last as expected,
        (select count(*) from invoices where number like 'QC-' || year || '-%') as found
      from invoice_counters) as each where found <> expected`,
}

/** Everything that does not add up. */
export async function findBrokenInvariants(db: Db): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [invariant, statement] of Object.entries(INVARIANTS)) {
    const rows = await query<{ subject: string; expected: unknown; found: unknown }>(
      db,
      sql`${statement} limit 100`,
    )
    for (const { subject, expected, found } of rows)
      findings.push({ invariant, subject, expected: String(expected), found: String(found) })
  }
  return findings
}

export async function insertCheck(db: Db, check: Omit<CheckRow, 'id'>): Promise<number> {
  const [row] = await db.insert(ledgerChecks).values(check).returning({ id: ledgerChecks.id })
  if (!row) throw new Error('insert returned no row')
  return row.id
}

/** When the last check was, and how much it found. */
export async function lastCheck(db: Db): Promise<{ at: Date; findings: number } | null> {
  const [row] = await db.select().from(ledgerChecks).orderBy(desc(ledgerChecks.id)).limit(1)
  return row ? { at: row.at, findings: row.findings.length } : null
}

/** The newest first. */
export async function listChecks(db: Db, { offset, limit }: { offset: number; limit: number }) {
  const rows = await db.select().from(ledgerChecks).orderBy(desc(ledgerChecks.id)).offset(offset).limit(limit)
  const [counted] = await db.select({ total: count() }).from(ledgerChecks)
  return { rows, total: counted?.total ?? 0 }
}

/** Checks the ledger (payments §7, invariants) and stores the findings. */
export async function runInvariantsCheck(db: Db, now: Date): Promise<LedgerCheck> {
  const findings = await findBrokenInvariants(db)
  const id = await insertCheck(db, { at: now, findings })
  return { id, at: now.toISOString(), findings }
}
