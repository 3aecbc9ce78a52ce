import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { type Db, query } from '../../../platform/db/database'
import { testDatabase } from '../../../testing/database'
import { dropVisitorIndexes } from '../closing/closing-repository'

const storage = testDatabase()

const DAY = '2026-11-02'
const CODES = 400
/** Each code has an owner of its own, as the most different owners that a fold can meet. */
const codeId = sql.raw(`('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`)
/** Rows of the day before the fold; half of them of one code, and a tenth of one visitor of it, none a person's. */
const LOGGED = 20_000
const TAKEN = 400

/** Rows of the fold: new visitors and known ones, some within five seconds of a scan that is in the log. */
const scans = (count: number, first: number) =>
  sql.raw(`
    select timestamptz '${DAY}T00:00Z' + n * interval '0.1 seconds' as at,
      case when n % 10 = 0 then 0 else n % 7000 end as visitor,
      (select min(code) from scan_code_numbers) + case when n % 2 = 0 then 0 else n % ${CODES} end as code,
      1 as agent, 1 as referrer, 1 as language, 1 as country,
      case when n % 10 = 0 and n < ${LOGGED} then 4 else 0 end as kind, 0 as flags
    from generate_series(${first}, ${first + count - 1}) as n`)

beforeEach(async () => {
  const { db } = storage.database()
  await db.execute(sql`set session_replication_role = replica`)
  await db.execute(sql`
    insert into user_codes (id, user_id, product_id, content_type, code_content, dynamic_id, target, image_key)
    select ${codeId}, 'owner ' || n, 'dynamic-code', 'Website', '{}', 'code' || n, 'https://shop.example/', 'image' || n
    from generate_series(1, ${CODES}) as n`)
  await db.execute(sql`set session_replication_role = origin`)
  await db.execute(sql`insert into scan_code_numbers (code_id) select id from user_codes order by id`)
  await db.execute(sql`insert into scan_counters (code_id) select id from user_codes`)
  await db.execute(sql`insert into scan_owners (user_id) select user_id from user_codes`)
  // Nothing is late.
  await db.execute(sql`insert into scan_closing (parts_until, hours_until, days_until)
    select at, at, at from (values (${DAY}::date at time zone 'UTC')) as first (at)`)
  // The first fold of a day makes its partition and the index.
  await db.execute(sql`insert into scan_inbox ${scans(1, 0)}`)
  await db.execute(sql`select scan_fold(1)`)
  await db.execute(sql`delete from scan_log`)
})

const fill = (db: Db) => db.execute(sql`insert into scan_log ${scans(LOGGED, 0)}`)
const analyze = (db: Db) => db.execute(sql`analyze scan_log_2026_11_02`)

/** Rows that this connection has read of each table, by sequential scans and by indexes, since its figures were collected. */
const rowsRead = (tx: Db) =>
  query<{ name: string; all: number; indexed: number }>(
    tx,
    sql`select relname as name, seq_tup_read::int as all, coalesce(idx_tup_fetch, 0)::int as indexed
        from pg_stat_xact_user_tables
        where relname ~ '^(scan_|user_code)' and relname not in ('scan_inbox', 'scan_sums', 'scan_late')
          and seq_tup_read + coalesce(idx_tup_fetch, 0) > 0`,
  )

test.each<[statistics: string, prepare: (db: Db) => Promise<unknown>[] | Promise<unknown>]>([
  ['of a full partition', async (db) => fill(db).then(() => analyze(db))],
  ['of an empty partition', async (db) => analyze(db).then(() => fill(db))],
  ['of nothing', fill],
  [
    'of the first rows of the day',
    async (db) => {
      await db.execute(sql`insert into scan_log ${scans(50, 0)}`)
      await analyze(db)
      await db.execute(sql`insert into scan_log ${scans(LOGGED - 50, 50)}`)
    },
  ],
])('a fold reads a few rows for each of its scans, by statistics %s', async (_, prepare) => {
  const { db, transaction } = storage.database()
  await prepare(db)
  await db.execute(sql`insert into scan_inbox ${scans(TAKEN, LOGGED)}`)
  const read = await transaction(async (tx) => {
    const before = await rowsRead(tx)
    const [folded] = await query<{ taken: number }>(tx, sql`select taken from scan_fold(10000)`)
    expect(folded?.taken).toBe(TAKEN)
    return (await rowsRead(tx)).map(({ name, all, indexed }) => {
      const known = before.find((table) => table.name === name)
      return { name, all: all - (known?.all ?? 0), indexed: indexed - (known?.indexed ?? 0) }
    })
  })
  expect(read.filter(({ name, all }) => all > 0 && name !== 'scan_closing')).toEqual([])
  expect(read.filter(({ indexed }) => indexed > 5 * TAKEN)).toEqual([])
  // What was read is seen.
  expect(read.find(({ name }) => name === 'scan_code_numbers')?.indexed).toBeGreaterThan(CODES / 4)
})

test('scans of a day that has lost its index on visitors are looked for by their codes', async () => {
  const { db, transaction } = storage.database()
  await fill(db)
  await db.execute(sql`update scan_closing set days_until = ${DAY}::date + interval '5 days'`)
  await dropVisitorIndexes(storage.database())
  await db.execute(sql`insert into scan_inbox ${scans(TAKEN, LOGGED - TAKEN / 2)}`)
  const [expected] = await query<{ uniques: number }>(
    db,
    sql`select count(distinct (visitor, code))::int as uniques from scan_inbox
        where kind = 0 and (visitor, code) not in (select visitor, code from scan_log where kind = 0)`,
  )
  await transaction(async (tx) => {
    const before = await rowsRead(tx)
    await query(tx, sql`select scan_fold(10000)`)
    const allOf = (tables: typeof before) =>
      tables.find(({ name }) => name === 'scan_log_2026_11_02')?.all ?? 0
    expect(allOf(await rowsRead(tx)) - allOf(before)).toBe(0)
  })
  const [counted] = await query<{ uniques: number }>(
    db,
    sql`select count(*) filter (where flags & 1 <> 0)::int as uniques from scan_log`,
  )
  expect(counted).toEqual(expected)
})
