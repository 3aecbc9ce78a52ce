import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { time, vnd } from '../columns'

export interface InvoiceLine {
  /** Key of its text in the namespace `invoice-lines`, and the values in it. */
  text: string
  values: Record<string, string | number>
  type: string
  quantity: number
  /** VND as digits, since JSON has no bigint. */
  unitPrice: string
  amount: string
  oldPlan?: { plan: string; originPrice: string; discount: string }
}

export const invoices = pgTable(
  'invoices',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** `QC-YYYY-NNNNNN`, without gaps. */
    number: text().notNull().unique(),
    userId: text('user_id').notNull(),
    kind: text({ enum: ['plan_change', 'renewal', 'over_limit', 'chargeback'] }).notNull(),
    /** Start of the period that it is for: one invoice of a kind for each. */
    periodStart: time('period_start'),
    status: text({ enum: ['open', 'paid', 'void', 'written_off'] }).notNull(),
    amount: vnd('amount').notNull(),
    lines: jsonb().$type<InvoiceLine[]>().notNull(),
    /** The billing profile as it was, and the seller as configured. */
    buyer: jsonb().$type<{ email: string; company: string; address: string; taxCode: string }>().notNull(),
    /** The plan's period that is bought by paying it. */
    purchase: jsonb().$type<{ plan: string; price: string; payTerm: 'month' | 'year' } | null>(),
    /** Whole percent, and the VND of it in the amount, as they were; null where no rate was known or none applies. */
    vatPercent: integer('vat_percent'),
    vatAmount: vnd('vat_amount'),
    paymentId: uuid('payment_id'),
    issuedAt: time('issued_at').notNull(),
    paidAt: time('paid_at'),
  },
  (table) => [
    unique('invoices_period').on(table.userId, table.kind, table.periodStart),
    index('invoices_open').on(table.userId, table.issuedAt).where(sql`${table.status} = 'open'`),
    index('invoices_user').on(table.userId, table.issuedAt),
    check('invoices_vat', sql`(${table.vatPercent} is null) = (${table.vatAmount} is null)`),
  ],
)

/** Rates of the VAT in the prices, as the host has set them; the newest is that of new invoices. */
export const vatRates = pgTable('vat_rates', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  percent: integer().notNull(),
  since: time('since').notNull().defaultNow(),
})

/** The last invoice number of a year, locked by whoever issues one. */
export const invoiceCounters = pgTable('invoice_counters', {
  year: integer().primaryKey(),
  last: integer().notNull(),
})
