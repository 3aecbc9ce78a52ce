import { sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database'
import { type Targets, targetOf } from './target'

/** The view is all that this feature knows of the database. */
export async function findTargets(db: Db, keys: readonly string[]): Promise<Targets> {
  const rows = await query<{
    key: string
    code_id: string
    target: string | null
    enabled: boolean
    google_analytics_id: string
  }>(
    db,
    sql`select key, code_id, target, enabled, google_analytics_id
        from redirect_targets where key in ${[...keys]}`,
  )
  return new Map(
    rows.map(({ key, code_id, target, enabled, google_analytics_id }) => [
      key,
      targetOf({ codeId: code_id, target, enabled, googleAnalyticsId: google_analytics_id }),
    ]),
  )
}
