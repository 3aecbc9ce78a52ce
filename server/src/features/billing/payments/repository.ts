import { isReference } from '@scanleaf/shared'
import { and, asc, eq, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/database'
import type { LockedAccount } from '../locked-account-repository'
import { payments } from '../table'

export type PaymentRow = typeof payments.$inferSelect
export type NewPayment = typeof payments.$inferInsert
export type PaymentEdit = Partial<
  Pick<
    PaymentRow,
    | 'status'
    | 'statusCode'
    | 'paid'
    | 'refunded'
    | 'settledAt'
    | 'change'
    | 'gatewayResponse'
    | 'gatewayOrderId'
    | 'gatewayTxnId'
    | 'openingAt'
    | 'pollAt'
  >
>

/** State of a top-up that ended with less than was asked for. */
export const PART_RECEIVED = 'part-received'

const OPEN = ['created', 'pending', 'underpaid'] as const

/** Condition of a query: the payment waits for its money. */
export const areOpen = (): SQL => inArray(payments.status, [...OPEN])

export const isOpenPayment = ({ status }: Pick<PaymentRow, 'status'>): boolean =>
  (OPEN as readonly string[]).includes(status)

/** Null when its reference is taken. */
export async function insertPayment(
  { tx, userId }: LockedAccount,
  payment: Omit<NewPayment, 'userId'>,
): Promise<PaymentRow | null> {
  const [row] = await tx
    .insert(payments)
    .values({ ...payment, userId })
    .onConflictDoNothing({ target: payments.ref })
    .returning()
  return row ?? null
}

/** Texts that are not references, such as those of a webhook, are of no payment. */
export async function findPaymentsByRef(db: Db, texts: readonly string[]): Promise<PaymentRow[]> {
  const refs = texts.filter(isReference)
  if (refs.length === 0) return []
  return db.select().from(payments).where(inArray(payments.ref, refs))
}

export async function findPayment(db: Db, id: string): Promise<PaymentRow> {
  const [row] = await db.select().from(payments).where(eq(payments.id, id))
  if (!row) throw new Error('a payment does not exist')
  return row
}

declare const locked: unique symbol

/** A payment as it is while its transaction holds its lock. */
export type LockedPayment = PaymentRow & { readonly [locked]: true }

export async function lockPayment({ tx, userId }: LockedAccount, id: string): Promise<LockedPayment> {
  const isMeant = and(eq(payments.id, id), eq(payments.userId, userId))
  const [row] = await tx.select().from(payments).where(isMeant).for('update')
  if (!row) throw new Error('a payment does not exist')
  return row as LockedPayment
}

/** Returns its new state. */
export async function updatePayment(
  { tx }: LockedAccount,
  payment: LockedPayment,
  edit: PaymentEdit,
): Promise<LockedPayment> {
  await tx.update(payments).set(edit).where(eq(payments.id, payment.id))
  return { ...payment, ...edit }
}

/** An opening at a gateway: nobody else opens the payment meanwhile. */
export interface Opening {
  id: string
  openingAt: Date
}

/** False when it is opened already, has ended, or another call has been opening it since `before`. */
export async function claimOpening(db: Db, { id, openingAt }: Opening, before: Date): Promise<boolean> {
  const isFree = or(isNull(payments.openingAt), lte(payments.openingAt, before))
  const rows = await db
    .update(payments)
    .set({ openingAt })
    .where(and(eq(payments.id, id), eq(payments.status, 'created'), isFree))
    .returning({ id: payments.id })
  return rows.length === 1
}

/** What became of an opening; false when the payment has ended meanwhile, or is opened by another, and stays as it is. */
export async function closeOpening(db: Db, { id, openingAt }: Opening, edit: PaymentEdit): Promise<boolean> {
  const rows = await db
    .update(payments)
    .set({ ...edit, openingAt: null })
    .where(and(eq(payments.id, id), eq(payments.status, 'created'), eq(payments.openingAt, openingAt)))
    .returning({ id: payments.id })
  return rows.length === 1
}

/**
 * Those that are to be asked for by now, the oldest first; nobody else gets them before `until`. None is planned for
 * a day after it expires and after now, except by a clock that was ahead.
 */
export async function claimDueForPolling(
  db: Db,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<PaymentRow[]> {
  const nowIso = now.toISOString()
  const isOfWrongClock = gt(
    payments.pollAt,
    sql`greatest(${payments.expiresAt}, ${nowIso}::timestamptz) + interval '1 day'`,
  )
  const due = db
    .select({ id: payments.id })
    .from(payments)
    .where(or(lte(payments.pollAt, now), isOfWrongClock))
    .orderBy(asc(payments.pollAt))
    .limit(limit)
    .for('update', { skipLocked: true })
  return db.update(payments).set({ pollAt: until }).where(inArray(payments.id, due)).returning()
}

/** The plan change that a newer one takes the place of. */
export async function supersedeChange({ tx, userId }: LockedAccount): Promise<void> {
  await tx
    .update(payments)
    .set({ status: 'cancelled', statusCode: 'superseded' })
    .where(and(eq(payments.userId, userId), eq(payments.purpose, 'plan_change'), areOpen()))
}

/** Which payments end: one, or the transfers whose time is over. */
export type ClosingPayments = { id: string } | { transfersUntil: Date }

export interface PaymentOutcome {
  status: 'failed' | 'expired' | 'cancelled'
  statusCode: string
}

const isTransferUntil = (time: Date) =>
  and(eq(payments.gateway, 'bank-transfer'), lte(payments.expiresAt, time))

/** Open transfers whose time was over by then. */
export const countExpiredTransfers = (db: Db, time: Date): Promise<number> =>
  db.$count(payments, and(isTransferUntil(time), areOpen()))

/**
 * Closes open payments, in one statement, so that concurrent incoming money is seen; a top-up of which a part has
 * arrived succeeds with that part. Returns their new state.
 */
export async function closeOpenPayments(
  tx: Db,
  which: ClosingPayments,
  outcome: PaymentOutcome,
  now: Date,
): Promise<PaymentRow[]> {
  const isPartOfTopUp = sql`${payments.purpose} = 'topup' and ${payments.paid} > 0`
  const isMeant = 'id' in which ? eq(payments.id, which.id) : isTransferUntil(which.transfersUntil)
  return tx
    .update(payments)
    .set({
      status: sql`case when ${isPartOfTopUp} then 'succeeded' else ${outcome.status} end`,
      statusCode: sql`case when ${isPartOfTopUp} then ${PART_RECEIVED} else ${outcome.statusCode} end`,
      settledAt: sql`case when ${isPartOfTopUp} then ${now}::timestamptz end`,
    })
    .where(and(isMeant, areOpen()))
    .returning()
}
