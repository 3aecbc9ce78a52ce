import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/database'
import { billingProfiles, payments } from '../table'
import { invoiceCounters, invoices } from './table'

export type InvoiceRow = typeof invoices.$inferSelect
export type NewInvoice = typeof invoices.$inferInsert

/** The next of a year; the row stays locked, so that a number that is given back leaves no gap. */
export async function nextInvoiceNumber(tx: Db, year: number): Promise<number> {
  const [row] = await tx
    .insert(invoiceCounters)
    .values({ year, last: 1 })
    .onConflictDoUpdate({ target: invoiceCounters.year, set: { last: sql`${invoiceCounters.last} + 1` } })
    .returning({ last: invoiceCounters.last })
  if (!row) throw new Error('No invoice number was given')
  return row.last
}

export async function findInvoiceOfPeriod(
  tx: Db,
  { userId, kind, periodStart }: { userId: string; kind: InvoiceRow['kind']; periodStart: Date },
): Promise<InvoiceRow | null> {
  const [row] = await tx
    .select()
    .from(invoices)
    .where(and(eq(invoices.userId, userId), eq(invoices.kind, kind), eq(invoices.periodStart, periodStart)))
  return row ?? null
}

export async function insertInvoice(tx: Db, invoice: NewInvoice): Promise<InvoiceRow> {
  const [row] = await tx.insert(invoices).values(invoice).returning()
  if (!row) throw new Error('insert returned no row')
  return row
}

/** The oldest first. */
export async function findOpenInvoices(db: Db, userId: string): Promise<InvoiceRow[]> {
  return db
    .select()
    .from(invoices)
    .where(and(eq(invoices.userId, userId), eq(invoices.status, 'open')))
    .orderBy(asc(invoices.issuedAt), asc(invoices.number))
}

export async function findInvoice(db: Db, userId: string, id: string): Promise<InvoiceRow | null> {
  const [row] = await db
    .select()
    .from(invoices)
    .where(and(eq(invoices.id, id), eq(invoices.userId, userId)))
  return row ?? null
}

export async function findInvoiceByNumber(
  db: Db,
  userId: string,
  number: string,
): Promise<InvoiceRow | null> {
  const [row] = await db
    .select()
    .from(invoices)
    .where(and(eq(invoices.number, number), eq(invoices.userId, userId)))
  return row ?? null
}

export async function findNewestInvoice(db: Db, userId: string): Promise<InvoiceRow | null> {
  const [row] = await db
    .select()
    .from(invoices)
    .where(eq(invoices.userId, userId))
    .orderBy(desc(invoices.issuedAt), desc(invoices.number))
    .limit(1)
  return row ?? null
}

/** Those of payments, and those of the given ids, in the order of issue. */
export async function findInvoicesOf(
  db: Db,
  { paymentIds, ids }: { paymentIds: string[]; ids: string[] },
): Promise<InvoiceRow[]> {
  if (paymentIds.length + ids.length === 0) return []
  const isAmong = sql`(${paymentIds.length ? inArray(invoices.paymentId, paymentIds) : sql`false`}
    or ${ids.length ? inArray(invoices.id, ids) : sql`false`})`
  return db.select().from(invoices).where(isAmong).orderBy(asc(invoices.issuedAt), asc(invoices.number))
}

/** False when it is no longer open. */
export async function closeInvoice(
  tx: Db,
  id: string,
  close: { status: 'paid' | 'void' | 'written_off'; paidAt?: Date; paymentId?: string | null },
): Promise<boolean> {
  const rows = await tx
    .update(invoices)
    .set(close)
    .where(and(eq(invoices.id, id), eq(invoices.status, 'open')))
    .returning({ id: invoices.id })
  return rows.length === 1
}

/** Whom an invoice is made out to: the billing profile, and the address that paid last. */
export async function findBuyer(db: Db, userId: string): Promise<InvoiceRow['buyer']> {
  const [profile] = await db.select().from(billingProfiles).where(eq(billingProfiles.userId, userId))
  const [payment] = await db
    .select({ email: payments.email })
    .from(payments)
    .where(eq(payments.userId, userId))
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(1)
  const { company = '', address = '', taxCode = '' } = profile ?? {}
  return { email: payment?.email ?? '', company, address, taxCode }
}
