import { and, eq, sum } from 'drizzle-orm'
import type { Db } from '../../../platform/db/database'
import { chargebacks } from './table'

type ChargebackRow = typeof chargebacks.$inferSelect
type DisputeName = Pick<ChargebackRow, 'provider' | 'disputeId'>

const isOf = ({ provider, disputeId }: DisputeName) =>
  and(eq(chargebacks.provider, provider), eq(chargebacks.disputeId, disputeId))

export async function insertChargeback(tx: Db, row: typeof chargebacks.$inferInsert): Promise<void> {
  await tx.insert(chargebacks).values(row)
}

export async function findChargeback(tx: Db, dispute: DisputeName): Promise<ChargebackRow | null> {
  const [row] = await tx.select().from(chargebacks).where(isOf(dispute))
  return row ?? null
}

/** VND of a payment that disputes have taken and not given back. */
export async function sumChargedBack(tx: Db, paymentId: string): Promise<bigint> {
  const isTaken = and(eq(chargebacks.paymentId, paymentId), eq(chargebacks.state, 'taken'))
  const [row] = await tx
    .select({ taken: sum(chargebacks.amount) })
    .from(chargebacks)
    .where(isTaken)
  return BigInt(row?.taken ?? 0)
}

export async function setReturned(tx: Db, id: string): Promise<void> {
  await tx.update(chargebacks).set({ state: 'returned' }).where(eq(chargebacks.id, id))
}
