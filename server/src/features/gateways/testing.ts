import { asc, eq } from 'drizzle-orm'
import type { Db } from '../../platform/db/database'
import { gatewayNotices } from './table'

/** The logged notices about a payment, the oldest first; those of nothing have the reference ''. */
export const listNotices = (db: Db, payment: string) =>
  db.select().from(gatewayNotices).where(eq(gatewayNotices.payment, payment)).orderBy(asc(gatewayNotices.id))
