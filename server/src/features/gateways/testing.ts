import { asc, eq } from 'drizzle-orm'
import type { Db } from '../../platform/db/database'
import { gatewayWebhooks } from './table'

/** The logged webhooks about a payment, the oldest first; those of nothing have the reference ''. */
export const listWebhooks = (db: Db, payment: string) =>
  db
    .select()
    .from(gatewayWebhooks)
    .where(eq(gatewayWebhooks.payment, payment))
    .orderBy(asc(gatewayWebhooks.id))
