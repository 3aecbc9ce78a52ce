import type { WorkspaceAct } from '@scanleaf/shared'
import { type SQL, sql } from 'drizzle-orm'
import { type Database, type Db, query } from '../db/database'
import type { Author } from '../http/acting'
import type { RepeatedJob } from '../jobs'
import { TRUSTED_NOW } from '../trusted-clock'
import type { ActDetails } from './table'

export { type ActDetails, workspaceEvents } from './table'

/** In which workspace something is done, and by whom. */
export type Actor = Pick<Author, 'ownerId' | 'by'> & { personId: string }

export interface Act {
  action: WorkspaceAct
  subject?: string
  memberId?: string
  details?: ActDetails
}

/** Writes a row, and none where nobody shares the workspace. */
export const insertAct = ({ ownerId, by, personId }: Actor, act: Act): SQL => sql`insert into workspace_events
    (workspace_id, by_id, by_key, action, subject, member_id, details)
  select ${ownerId}::text, ${personId}::text, ${personId.startsWith('key:') ? by : ''}::text, ${act.action}::text,
    ${(act.subject ?? '').slice(0, 200)}::text, ${act.memberId ?? ''}::text, ${JSON.stringify(act.details ?? {})}::jsonb
  where exists (select from workspaces where id = ${ownerId})`

/** Records an act in the transaction in which it is done, for the history of a workspace that several people share. */
export async function recordAct(tx: Db, actor: Actor, act: Act): Promise<void> {
  await tx.execute(insertAct(actor, act))
}

const KEPT_DAYS = 400
const DELETED_AT_ONCE = 1_000

const isOld = sql`at < ${TRUSTED_NOW} - make_interval(days => ${KEPT_DAYS})`

/** Deletes what was done more than 400 days ago. */
export const historyJobs = ({ db }: Database): RepeatedJob[] => [
  {
    name: 'workspace-history',
    everySeconds: 86_400,
    irreversible: async () => {
      const [row] = await query<{ acts: number }>(
        db,
        sql`select count(*)::integer as acts from workspace_events where ${isOld}`,
      )
      return { acts: row?.acts ?? 0 }
    },
    run: async () => {
      const some = sql`delete from workspace_events
        where id in (select id from workspace_events where ${isOld} limit ${DELETED_AT_ONCE}) returning 1 as one`
      for (let deleted = DELETED_AT_ONCE; deleted === DELETED_AT_ONCE; )
        deleted = (await query(db, some)).length
    },
  },
]
