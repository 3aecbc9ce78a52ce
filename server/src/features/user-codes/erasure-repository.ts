import type { Ending } from '@scanleaf/shared'
import { type SQL, sql } from 'drizzle-orm'
import { type Database, type Db, query } from '../../platform/db/database'
import { emptyWholeTrash } from './trash/trash'
import { NOWHERE } from './trash-repository'

const AT_ONCE = 200
const WHOLE_TABLE_MS = 60_000

/**
 * Takes from the codes of an owner all that names somebody. Dynamic codes stay, so that their ids are never given to a
 * stranger: those that freeze lead to their last target, the others show the page of a paused code. Static codes hold
 * their content themselves, so their rows go. The domains go, and the paths with them.
 */
export async function eraseCodes(
  database: Database,
  { userId, ending, keepPdfPages }: { userId: string; ending: Ending; keepPdfPages: boolean },
): Promise<void> {
  await emptyWholeTrash(database, userId)
  const stops = sql`(purged_at is not null or ${ending === 'stop'}
    or (content_type = 'Website-pdf' and ${!keepPdfPages}))`
  for (const codes of inParts(await codeIdsOf(database, userId))) {
    await database.transaction(async (tx) => {
      await eraseChanges(tx, codes)
      await tx.execute(sql`delete from rule_tickets where code_id = any(${codes})
        and exists (select from user_codes where id = code_id and ${stops})`)
      await tx.execute(sql`delete from user_codes where id = any(${codes}) and dynamic_id is null`)
      await tx.execute(sql`
        update user_codes set name = '', name_follows_title = false, google_analytics_id = '', code_content = '{}',
          qr_custom_settings = '{}', logo = null, tags = '{}', search_text = '', sort_name = '', created_by = '',
          enabled = enabled and not ${stops}, target = case when ${stops} then ${NOWHERE} else target end,
          rules = case when ${stops} then null else ${NAMELESS_RULES} end,
          updated_at = now()
        where id = any(${codes}) and dynamic_id is not null`)
    })
  }
  await database.db.execute(sql`delete from domain_paths where user_id = ${userId}`)
  await database.db.execute(sql`delete from user_code_tag_totals where user_id = ${userId} and total = 0`)
}

/** Writes the id of a person instead of their address wherever they made or changed codes of somebody else's workspace. */
export async function eraseAuthor(
  database: Database,
  { ownerId, address, id }: { ownerId: string; address: string; id: string },
): Promise<void> {
  for (const codes of inParts(await codeIdsOf(database, ownerId)))
    await database.transaction(async (tx) => {
      await tx.execute(sql`update user_codes set created_by = ${id}
        where id = any(${codes}) and created_by = ${address}`)
      await tx.execute(sql`update user_code_changes set by = ${id}
        where code_id = any(${codes}) and by = ${address}`)
    })
}

/** Where a frozen code leads by its rules stays, without what people wrote. */
const NAMELESS_RULES = sql`rules || jsonb_build_object('retired', '[]'::jsonb, 'rules', (
  select coalesce(jsonb_agg(case
    when rule #> '{outcome,end}' is null then rule
    else jsonb_set(rule, '{outcome,end,text}', '""')
  end || '{"name": ""}' order by place), '[]')
  from jsonb_array_elements(rules -> 'rules') with ordinality as listed (rule, place)))`

/** Since when a code leads where it leads, reports ask; neither whereto before, nor who changed it. */
async function eraseChanges(tx: Db, codes: SQL): Promise<void> {
  await tx.execute(sql`delete from user_code_changes where code_id = any(${codes})
    and (field not in ('target', 'rules') or exists (select from user_codes where id = code_id and dynamic_id is null))`)
  await tx.execute(sql`update user_code_changes set by = '', "from" = '""', "to" = '""'
    where code_id = any(${codes})`)
}

/** What is not erased yet, deleted codes too, to which no index leads. */
const codeIdsOf = (database: Database, userId: string): Promise<string[]> =>
  database.transaction(
    async (tx) => {
      const rows = await query<{ id: string }>(
        tx,
        sql`select id from user_codes where user_id = ${userId}
          and (dynamic_id is null or code_content <> '{}' or created_by <> '') order by id`,
      )
      return rows.map(({ id }) => id)
    },
    { statementTimeoutMs: WHOLE_TABLE_MS },
  )

function* inParts(ids: string[]): Iterable<SQL> {
  for (let at = 0; at < ids.length; at += AT_ONCE)
    yield sql`${sql.param(ids.slice(at, at + AT_ONCE))}::uuid[]`
}

/** An operator who is deleted is no longer named beside what they took down. */
export async function eraseOperatorOfTakedowns(db: Db, userId: string, email: string): Promise<void> {
  await db.execute(sql`update code_takedowns set by = ${userId} where by = ${email}`)
  await db.execute(sql`update code_takedowns set lifted_by = ${userId} where lifted_by = ${email}`)
}
