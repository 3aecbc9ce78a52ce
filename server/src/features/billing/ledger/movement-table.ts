import { TRANSACTION_TYPES } from '@scanleaf/shared'
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, vnd } from '../columns'

/** The history that the account holder sees; one row for each payment, renewal, credit and refund. */
export const billingMovements = pgTable(
  'billing_movements',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: text('user_id').notNull(),
    type: text({ enum: TRANSACTION_TYPES }).notNull(),
    /** Its state is the payment's; null for a movement without a payment. */
    paymentId: uuid('payment_id').unique(),
    invoiceId: uuid('invoice_id'),
    /** The plan that is renewed, or that a change without a payment led to. */
    plan: text(),
    amount: vnd('amount').notNull(),
    description: text().notNull().default(''),
    createdAt: createdAt(),
  },
  (table) => [index('billing_movements_user').on(table.userId, table.createdAt, table.id)],
)
