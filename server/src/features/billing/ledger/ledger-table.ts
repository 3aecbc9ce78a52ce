import { OPERATOR_ACTIONS } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { bigint, check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { time, vnd } from '../columns'

/*
 * The ledger. Rows are only ever added (triggers of the migration `billing`): a mistake is answered by a reversing
 * transaction. At commit the entries of a transaction must balance.
 */

export const ledgerTransactions = pgTable('ledger_transactions', {
  id: uuid().primaryKey().defaultRandom(),
  /** Key of the operation, so that it happens once: `receipt:{event}`, `invoice-paid:{invoice}` … */
  idempotencyKey: text('idempotency_key').notNull().unique(),
  type: text().notNull(),
  paymentId: uuid('payment_id'),
  invoiceId: uuid('invoice_id'),
  reversesId: uuid('reverses_id').unique(),
  createdAt: time('created_at').notNull(),
})

/** `account` is `{kind}` or `{kind}:{owner}`: `wallet:{user}`, `receivable:{user}`, `clearing:bank`, `revenue` … */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: bigint({ mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    transactionId: uuid('transaction_id')
      .notNull()
      .references(() => ledgerTransactions.id),
    account: text().notNull(),
    direction: text({ enum: ['debit', 'credit'] }).notNull(),
    amount: vnd('amount').notNull(),
  },
  (table) => [
    check('ledger_entries_amount', sql`${table.amount} > 0`),
    index('ledger_entries_transaction').on(table.transactionId),
    index('ledger_entries_account').on(table.account, table.id),
  ],
)

/** Balance and debt of an account holder; only a trigger on the entries writes the two sums. */
export const wallets = pgTable(
  'wallets',
  {
    userId: text('user_id').primaryKey(),
    balance: vnd('balance').notNull().default(sql`0`),
    owed: vnd('owed').notNull().default(sql`0`),
  },
  (table) => [
    check('wallets_balance', sql`${table.balance} >= 0`),
    check('wallets_owed', sql`${table.owed} >= 0`),
  ],
)

/** Findings of the ledger check, the newest last. */
export const ledgerChecks = pgTable('ledger_checks', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  at: time('at').notNull(),
  /** Empty when every invariant holds. */
  findings: jsonb()
    .$type<{ invariant: string; subject: string; expected: string; found: string }[]>()
    .notNull(),
})

/** Audit log of operator actions on money, with reasons. */
export const operatorActions = pgTable(
  'operator_actions',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: time('at').notNull(),
    /** Address of the operator. */
    by: text().notNull(),
    action: text({ enum: OPERATOR_ACTIONS }).notNull(),
    subject: text().notNull(),
    reason: text().notNull(),
    amount: vnd('amount'),
  },
  (table) => [index('operator_actions_subject').on(table.subject, table.id)],
)
