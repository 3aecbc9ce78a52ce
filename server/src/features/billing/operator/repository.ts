import { foldReference, type ListReceipts, type ListTransfers, OUTSIDE_TYPES } from '@scanleaf/shared'
import {
  and,
  asc,
  count,
  desc,
  eq,
  ilike,
  inArray,
  like,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Db } from '../../../platform/db/database'
import { operatorActions } from '../ledger/ledger-table'
import { receipts } from '../payments/table'
import { payments } from '../table'

const OPEN = ['created', 'pending', 'underpaid'] as const
const offsetOf = ({ page, limit }: { page: number; limit: number }) => (page - 1) * limit

/** Rows of the index `payments_open`. */
export const PENDING_TRANSFERS = sql`
  select from payments
  where status in ('created', 'pending', 'underpaid') and gateway = 'bank-transfer'`

/** Rows of the index `receipts_state`. */
export const PENDING_RECEIPTS = sql`select from receipts where state = 'unmatched'`

/** Payments from outside: the open ones with the oldest first, the others with the newest. */
export async function listTransfers(db: Db, { type, state, search, missing, ...paging }: ListTransfers) {
  const conditions: (SQL | undefined)[] = [
    inArray(payments.gateway, type === 'all' ? [...OUTSIDE_TYPES] : [type]),
  ]
  if (state === 'open') conditions.push(inArray(payments.status, [...OPEN]))
  if (state === 'settled') conditions.push(notInArray(payments.status, [...OPEN]))
  const startingWith = (text: string) => `${text.replace(/[\\%_]/g, '\\$&')}%`
  if (search !== '')
    conditions.push(
      or(
        like(payments.ref, startingWith(foldReference(search))),
        ilike(payments.email, startingWith(search)),
      ),
    )
  if (missing !== undefined) conditions.push(sql`${payments.amount} - ${payments.paid} = ${missing}`)
  const isListed = and(...conditions)
  const order = state === 'open' ? asc : desc
  const rows = await db
    .select()
    .from(payments)
    .where(isListed)
    .orderBy(order(payments.createdAt), order(payments.id))
    .offset(offsetOf(paging))
    .limit(paging.limit)
  const [counted] = await db.select({ total: count() }).from(payments).where(isListed)
  return { rows, total: counted?.total ?? 0 }
}

/** The newest first. */
export async function listReceipts(db: Db, { state, amount, ...paging }: ListReceipts) {
  const isListed = and(
    eq(receipts.state, state),
    amount === undefined ? undefined : eq(receipts.amount, BigInt(amount)),
  )
  const rows = await db
    .select({ receipt: receipts, ref: payments.ref })
    .from(receipts)
    .leftJoin(payments, eq(payments.id, receipts.paymentId))
    .where(isListed)
    .orderBy(desc(receipts.receivedAt), desc(receipts.id))
    .offset(offsetOf(paging))
    .limit(paging.limit)
  const [counted] = await db.select({ total: count() }).from(receipts).where(isListed)
  return { rows, total: counted?.total ?? 0 }
}

/** The newest payments from outside of somebody. */
export const listNewestOf = (db: Db, userId: string, limit: number) =>
  db
    .select()
    .from(payments)
    .where(and(eq(payments.userId, userId), ne(payments.gateway, 'wallet')))
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(limit)

export async function findReceiptWithRef(db: Db, id: string) {
  const [row] = await db
    .select({ receipt: receipts, ref: payments.ref })
    .from(receipts)
    .leftJoin(payments, eq(payments.id, receipts.paymentId))
    .where(eq(receipts.id, id))
  return row ?? null
}

export async function insertAction(tx: Db, action: typeof operatorActions.$inferInsert): Promise<void> {
  await tx.insert(operatorActions).values(action)
}

/** The newest first. */
export async function listActions(db: Db, paging: { page: number; limit: number }) {
  const rows = await db
    .select()
    .from(operatorActions)
    .orderBy(desc(operatorActions.id))
    .offset(offsetOf(paging))
    .limit(paging.limit)
  const [counted] = await db.select({ total: count() }).from(operatorActions)
  return { rows, total: counted?.total ?? 0 }
}
