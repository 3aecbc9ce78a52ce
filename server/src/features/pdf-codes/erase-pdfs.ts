import { sql } from 'drizzle-orm'
import { type Database, query } from '../../platform/db/database'
import type { FileStore } from '../../platform/files/file-store'
import { pageKeyOf } from './thumbnail/thumbnails'

const AT_ONCE = 200

/**
 * Takes the documents from the PDF codes of an owner, with their pages and pictures; the uploads are removed by who keeps
 * them. Names stay taken.
 * @param keepPages what visitors see now stays; only replaced files and those of deleted codes go
 */
export async function erasePdfs(
  { database: { db }, files }: { database: Database; files: FileStore },
  { userId, keepPages }: { userId: string; keepPages: boolean },
): Promise<void> {
  const isGone = keepPages ? sql`(replaced_at is not null or deleted_at is not null)` : sql`true`
  for (;;) {
    const gone = await query<{ fileId: string }>(
      db,
      sql`delete from pdf_versions where id in (
        select version.id from pdf_versions version join user_codes code on code.id = version.code_id
        where code.user_id = ${userId} and ${isGone} limit ${AT_ONCE})
        returning file_id as "fileId"`,
    )
    for (const version of gone) await files.remove(pageKeyOf(version))
    if (gone.length < AT_ONCE) break
  }
  await db.execute(sql`delete from pdf_codes using user_codes code
    where code.id = pdf_codes.id and code.user_id = ${userId}
      and not exists (select from pdf_versions where pdf_versions.code_id = pdf_codes.id)`)
  await db.execute(sql`delete from pdf_counters using user_codes code
    where code.id = pdf_counters.code_id and code.user_id = ${userId}`)
}
