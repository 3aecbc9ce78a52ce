import { pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { createdAt, vnd } from '../columns'
import { invoices } from '../invoices/table'
import { payments } from '../table'

/** Chargebacks of cards; what the money was spent on is due again (payments §10). */
export const chargebacks = pgTable(
  'chargebacks',
  {
    id: uuid().primaryKey().defaultRandom(),
    provider: text().notNull(),
    /** The provider's own number of the dispute. */
    disputeId: text('dispute_id').notNull(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    amount: vnd('amount').notNull(),
    /** The invoice by which it is owed. */
    invoiceId: uuid('invoice_id')
      .notNull()
      .references(() => invoices.id),
    state: text({ enum: ['taken', 'returned'] }).notNull(),
    createdAt: createdAt(),
  },
  (table) => [unique('chargebacks_dispute').on(table.provider, table.disputeId)],
)
