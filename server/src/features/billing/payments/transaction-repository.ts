import { and, count, desc, eq, gte, lt, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../../platform/db/database'
import { invoices } from '../invoices/table'
import type { MovementRow } from '../ledger/movement-repository'
import { billingMovements } from '../ledger/movement-table'
import type { StatementSpan } from '../span'
import { payments } from '../table'
import { areOpen, type PaymentRow } from './repository'
import { refunds } from './table'

export interface MovementDetails {
  movement: MovementRow
  payment: PaymentRow | null
  /** The invoice that it made or paid. */
  invoice: { number: string; status: string } | null
  /** Status of a refund; null for anything else. */
  refundStatus: string | null
  /** The payment that a refund gives back. */
  givenBack: { ref: string; gateway: string } | null
}

const givenBack = alias(payments, 'given_back')

const withDetails = (db: Db, condition: SQL | undefined) =>
  db
    .select({
      movement: billingMovements,
      payment: payments,
      invoice: { number: invoices.number, status: invoices.status },
      refundStatus: refunds.status,
      givenBack: { ref: givenBack.ref, gateway: givenBack.gateway },
    })
    .from(billingMovements)
    .leftJoin(payments, eq(payments.id, billingMovements.paymentId))
    .leftJoin(invoices, eq(invoices.id, billingMovements.invoiceId))
    // A refund and its movement have one id.
    .leftJoin(refunds, and(eq(refunds.id, billingMovements.id), eq(billingMovements.type, 'refund')))
    .leftJoin(givenBack, eq(givenBack.id, refunds.paymentId))
    .where(condition)

/** The newest first. @param isOpen only payments that wait for their money */
export async function listMovements(
  db: Db,
  userId: string,
  { offset, limit, isOpen, start, end }: StatementSpan & { offset: number; limit: number; isOpen: boolean },
): Promise<{ rows: MovementDetails[]; total: number }> {
  const isOwn = and(
    eq(billingMovements.userId, userId),
    start === null ? undefined : gte(billingMovements.createdAt, start),
    end === null ? undefined : lt(billingMovements.createdAt, end),
  )
  const condition = isOpen ? and(isOwn, areOpen()) : isOwn
  const rows = await withDetails(db, condition)
    .orderBy(desc(billingMovements.createdAt), desc(billingMovements.id))
    .offset(offset)
    .limit(limit)
  const movements = db.select({ total: count() }).from(billingMovements)
  const [counted] = await (isOpen
    ? movements.innerJoin(payments, eq(payments.id, billingMovements.paymentId)).where(condition)
    : movements.where(condition))
  return { rows, total: counted?.total ?? 0 }
}

/** Null when it is not the user's. */
export async function findMovement(
  db: Db,
  userId: string,
  id: { ref: string } | { id: string },
): Promise<MovementDetails | null> {
  const isIt = 'ref' in id ? eq(payments.ref, id.ref) : eq(billingMovements.id, id.id)
  const [row] = await withDetails(db, and(eq(billingMovements.userId, userId), isIt))
  return row ?? null
}
