import { eq, lt } from 'drizzle-orm'
import type { Db } from '../../../platform/db/database'
import { gatewayNotices } from '../table'

type NoticeRow = typeof gatewayNotices.$inferSelect
export type NewNotice = Pick<NoticeRow, 'at' | 'provider' | 'headers' | 'body'>

export async function insertNotice(db: Db, notice: NewNotice): Promise<number> {
  const [row] = await db.insert(gatewayNotices).values(notice).returning({ id: gatewayNotices.id })
  if (!row) throw new Error('insert returned no row')
  return row.id
}

export async function closeNotice(
  db: Db,
  id: number,
  { outcome, payment }: Pick<NoticeRow, 'outcome' | 'payment'>,
): Promise<void> {
  await db.update(gatewayNotices).set({ outcome, payment }).where(eq(gatewayNotices.id, id))
}

export async function deleteNoticesBefore(db: Db, time: Date): Promise<void> {
  await db.delete(gatewayNotices).where(lt(gatewayNotices.at, time))
}
