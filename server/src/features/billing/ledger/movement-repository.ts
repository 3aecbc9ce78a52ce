import { eq } from 'drizzle-orm'
import type { Db } from '../../../platform/db/database'
import { billingMovements } from './movement-table'

export type MovementRow = typeof billingMovements.$inferSelect
export type NewMovement = typeof billingMovements.$inferInsert

/** Its id. */
export async function insertMovement(tx: Db, movement: NewMovement): Promise<string> {
  const [row] = await tx.insert(billingMovements).values(movement).returning({ id: billingMovements.id })
  if (!row) throw new Error('insert returned no row')
  return row.id
}

/** For one that has come to nothing. */
export async function deleteMovement(tx: Db, id: string): Promise<void> {
  await tx.delete(billingMovements).where(eq(billingMovements.id, id))
}

export async function setMovementInvoice(tx: Db, paymentId: string, invoiceId: string): Promise<void> {
  await tx.update(billingMovements).set({ invoiceId }).where(eq(billingMovements.paymentId, paymentId))
}
