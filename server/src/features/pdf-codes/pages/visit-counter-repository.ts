import { sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/database'
import { pdfCounters } from '../table'

export interface Count {
  codeId: string
  opens: number
  downloads: number
}

export async function addCounts(db: Db, counts: Count[]): Promise<void> {
  await db
    .insert(pdfCounters)
    .values(counts)
    .onConflictDoUpdate({
      target: pdfCounters.codeId,
      set: {
        opens: sql`${pdfCounters.opens} + excluded.opens`,
        downloads: sql`${pdfCounters.downloads} + excluded.downloads`,
      },
    })
}
