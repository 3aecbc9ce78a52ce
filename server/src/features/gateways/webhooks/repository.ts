import { eq, lt, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/database'
import { TRUSTED_NOW } from '../../../platform/trusted-clock'
import { gatewayWebhooks } from '../table'

type WebhookRow = typeof gatewayWebhooks.$inferSelect
export type NewWebhook = Pick<WebhookRow, 'at' | 'provider' | 'headers' | 'body'>

export async function insertWebhook(db: Db, webhook: NewWebhook): Promise<number> {
  const [row] = await db.insert(gatewayWebhooks).values(webhook).returning({ id: gatewayWebhooks.id })
  if (!row) throw new Error('insert returned no row')
  return row.id
}

export async function setWebhookOutcome(
  db: Db,
  id: number,
  { outcome, payment }: Pick<WebhookRow, 'outcome' | 'payment'>,
): Promise<void> {
  await db.update(gatewayWebhooks).set({ outcome, payment }).where(eq(gatewayWebhooks.id, id))
}

/** Those of more than 90 days ago. */
export async function deleteOldWebhooks(db: Db): Promise<void> {
  await db.delete(gatewayWebhooks).where(lt(gatewayWebhooks.at, sql`${TRUSTED_NOW} - interval '90 days'`))
}
