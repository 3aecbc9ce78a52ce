import type { WebhookEvent } from '@scanleaf/shared'
import { type SQL, sql } from 'drizzle-orm'
import { type Database, type Db, query } from '../../platform/db/database'
import type { RepeatedJob } from '../../platform/jobs'
import { recordEvents } from '../../platform/outbox'

/*
 * The event `scans.counted`: what was added to counters since it was said last. A mark holds up to which count that is;
 * it moves in the transaction of the event, so that over all events Σ added = counter now − counter at the start,
 * whatever is killed in between. Nothing depends on notifications: the ranks of the lists, which follow the counters within
 * a minute, say each minute at which codes to look; each hour all counters are compared.
 */

const TYPE = 'scans.counted' satisfies WebhookEvent
/** Codes in one event. */
const CODES_EACH = 500
/** Codes in one transaction. */
const CODES_AT_ONCE = 10_000

/** Codes of a workspace, in the trash too, as their indexes find them. */
const ofOwner = (ownerId: string) => sql`user_codes.user_id = ${ownerId}
  and (user_codes.deleted_at is null or (user_codes.deleted_at is not null and user_codes.purged_at is null))`

const allOf = (ownerId: string) => sql`select id as code_id from user_codes where ${ofOwner(ownerId)}`

/**
 * Those whose ranks, far narrower than codes, differ from their marks, and those in the trash, which have none. A rank that
 * a killed process owed is right again when one starts.
 */
const changedOf = (ownerId: string) => sql`
  select code_id from user_code_ranks as ranked left join scan_marks using (code_id)
  where ranked.user_id = ${ownerId} and ranked.scans <> coalesce(told, 0)
  union all
  select id from user_codes where user_id = ${ownerId} and deleted_at is not null and purged_at is null`

interface CountedCode extends Record<string, unknown> {
  id: string
  dynamicId: string
  /** Scans since the event before. */
  added: number
  total: number
}

const MARKS = sql`hashtextextended('scan marks', 0)`
/** One at a time for a workspace, and no marks are forgotten meanwhile, until the end of the transaction. */
async function lockCounts(tx: Db, ownerId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${MARKS})`)
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`scans counted of ${ownerId}`}, 0))`)
}

/** Whether a webhook of a workspace asks; none of those that do is paused until the transaction ends. */
const isAsked = async (tx: Db, ownerId: string): Promise<boolean> =>
  (
    await query(
      tx,
      sql`select id from webhooks where user_id = ${ownerId} and ${TYPE} = any(events) and enabled order by id for share`,
    )
  ).length > 0

/**
 * Records what was added to some codes of a workspace, in the order of their ids; one without a mark began at 0. A counter
 * that a recount lowered lowers its mark, which is no event. While no webhook asks, marks stay where they are.
 * @param codes their ids, as `code_id`
 * @returns whether there may be more
 */
async function recordCounted(tx: Db, ownerId: string, codes: SQL): Promise<boolean> {
  await lockCounts(tx, ownerId)
  if (!(await isAsked(tx, ownerId))) return false
  const moved = await query<CountedCode & { until: string }>(
    tx,
    sql`with named as materialized (${codes}), moved as (
        select user_codes.id, user_codes.dynamic_id, scan_counters.scans, scan_marks.told
        from named join user_codes on user_codes.id = named.code_id
          join scan_counters on scan_counters.code_id = named.code_id
          left join scan_marks on scan_marks.code_id = named.code_id
        where scan_counters.scans <> coalesce(scan_marks.told, 0)
        order by user_codes.id limit ${CODES_AT_ONCE}
      ), marked as (
        insert into scan_marks (code_id, told) select id, scans from moved
        on conflict (code_id) do update set told = excluded.told
      )
      select id, dynamic_id as "dynamicId", (scans - coalesce(told, 0))::float8 as added, scans::float8 as total,
        to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as until
      from moved order by id`,
  )
  const added = moved.filter(({ added }) => added > 0)
  const events = Array.from({ length: Math.ceil(added.length / CODES_EACH) }, (_, at) => ({
    codes: added
      .slice(at * CODES_EACH, (at + 1) * CODES_EACH)
      .map(({ id, dynamicId, added, total }) => ({ id, dynamicId, added, total })),
    until: added[0]?.until ?? '',
  }))
  await recordEvents(tx, ownerId, TYPE, events)
  return moved.length === CODES_AT_ONCE
}

/**
 * Before a webhook begins to be sent the event: what was added until now is said to those that wanted it before, and the
 * counters of now are its start.
 */
export async function startCounts(
  tx: Db,
  ownerId: string,
  events: readonly WebhookEvent[] = [],
): Promise<void> {
  if (!events.includes(TYPE)) return
  await lockCounts(tx, ownerId)
  if (await isAsked(tx, ownerId)) {
    while (await recordCounted(tx, ownerId, allOf(ownerId)));
    return
  }
  await tx.execute(sql`insert into scan_marks (code_id, told)
    select code_id, scans from scan_counters join user_codes on id = code_id where ${ofOwner(ownerId)} order by code_id
    on conflict (code_id) do update set told = excluded.told`)
}

async function tell(database: Database, codesOf: (ownerId: string) => SQL): Promise<void> {
  const owners = await query<{ ownerId: string }>(
    database.db,
    sql`select distinct user_id as "ownerId" from webhooks where ${TYPE} = any(events) and enabled`,
  )
  for (const { ownerId } of owners)
    while (await database.transaction((tx) => recordCounted(tx, ownerId, codesOf(ownerId))));
}

/** Says once a minute what was added. */
export const scanCountJob = (database: Database): RepeatedJob => ({
  name: 'webhook-scan-counts',
  everySeconds: 60,
  run: () => tell(database, changedOf),
})

/** Says what was added to any code. */
export const tellAllCounts = (database: Database): Promise<void> => tell(database, allOf)

/** Forgets the marks of codes that are gone, and of workspaces where no webhook asks any more. */
export async function forgetCounts(tx: Db): Promise<void> {
  // A statement of its own: the next one sees the webhooks of those who had the lock.
  await tx.execute(sql`select pg_advisory_xact_lock(${MARKS})`)
  await tx.execute(sql`delete from scan_marks where not exists (
    select from user_codes join webhooks on webhooks.user_id = user_codes.user_id and ${TYPE} = any(events)
    where user_codes.id = code_id
  )`)
}
