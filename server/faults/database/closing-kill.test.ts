import { expect, test } from 'vitest'
import { insertIntoLog } from '../../src/testing/scan-log'
import { killPoints } from '../harness/kill-points'
import { onPostgres, workWithKills } from '../harness/killed-workers'

const killPoint = killPoints('closing-kill')

const isNightly = process.env['NIGHTLY'] === '1'
const CODES = 5_000
const DAYS = isNightly ? 10 : 3
const KILLS = isNightly ? 10 : 3
/** Each code is scanned as often a day. */
const SCANS = 8
/** Late scans came to them. */
const EARLIER_DAYS = 2 * DAYS

const codeId = `('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`

/** The log of an owner of many codes, and of one code alone of another, none of it closed; and quarters of earlier days. */
const FILLING = [
  `select scan_ensure_month('2026-10-01')`,
  `select scan_ensure_day(date '2026-10-10' + day) from generate_series(0, ${DAYS}) day`,
  `set session_replication_role = replica`,
  `insert into user_codes (id, user_id, product_id, content_type, code_content, dynamic_id, target, image_key)
    select ${codeId}, case when n = ${CODES} then 'alone' else 'many' end, 'dynamic-code', 'Website', '{}', 'code' || n,
      'https://shop.example/', 'image' || n
    from generate_series(1, ${CODES}) n`,
  `insert into scan_counters (code_id, scans) select id, ${SCANS * DAYS} from user_codes`,
  `insert into scan_owners (user_id) select distinct user_id from user_codes`,
  insertIntoLog(`
    select id as code_id, timestamptz '2026-10-10T00:00Z' + day * interval '1 day' + (n + abs(hashtext(id::text) % 3)) * interval '2 hours' + interval '4 hours' as at,
      'person' as kind, n % 2 = 0 as is_unique, false as is_repeat, n::text as visitor, (array['VN', 'JP'])[1 + n % 2] as country,
      '' as device, '' as system, '' as browser, '' as user_agent, '' as referrer, '' as language
    from user_codes, generate_series(0, ${DAYS - 1}) day, generate_series(0, ${SCANS - 1}) n`),
  `with subjects as (
      select id as code_id, id as subject from user_codes
      union all
      select id, subject from user_codes join scan_owners using (user_id)
    ), people as (
      select code_id, at, is_unique from scan_rows
      union all
      select id, timestamptz '2019-12-30T23:50Z' + day * interval '1 day', true
      from user_codes, generate_series(1, ${EARLIER_DAYS}) day
    )
    insert into scan_quarters (subject, at, scans, uniques)
    select subject, date_bin('15 minutes', at, '2000-01-01Z'), count(*), count(*) filter (where is_unique)
    from people join subjects using (code_id) group by 1, 2`,
  `create table given_quarters as table scan_quarters`,
  `insert into scan_closing (parts_until, hours_until, days_until) values ('2026-10-10T00:00Z', '2026-10-10T00:00Z', '2026-10-10T00:00Z')`,
  `set session_replication_role = origin`,
]

/** Subjects and days, and hours of the owner, whose breakdown is not what the log has. */
const WRONG = `
  with made as (
    select subject, minutes, at, sum(one.scans) as scans, sum(one.uniques) as uniques
    from scan_breakdowns cross join unnest(keys, scans, uniques) as one (key, scans, uniques)
    where key like 'country:%' group by 1, 2, 3
  ), subjects as (
    select id as code_id, id as subject from user_codes
    union all
    select id, subject from user_codes join scan_owners using (user_id)
  ), logged as (
    select subject, minutes, date_trunc(unit, at, 'UTC') as at, count(*) as scans, count(*) filter (where is_unique) as uniques
    from scan_rows join subjects using (code_id) cross join (values (60, 'hour'), (1440, 'day')) as lengths (minutes, unit)
    group by 1, 2, 3
    having minutes = 1440 or count(*) >= 250
  )
  select count(*)::int as wrong from made full join logged using (subject, minutes, at)
  where made.scans is distinct from logged.scans or made.uniques is distinct from logged.uniques`

/** Quarters of an hour that are not what they were, and those that are not packed. */
const WRONG_QUARTERS = `
  with now as (select subject, at, sum(scans) as scans, sum(uniques) as uniques from scan_quarter_rows group by 1, 2)
  select count(*)::int as wrong, (select count(*)::int from scan_quarters) as unpacked
  from now full join given_quarters as given using (subject, at)
  where now.scans is distinct from given.scans or now.uniques is distinct from given.uniques`

test('PostgreSQL: kills amid closing make every day and hour once, and keep every quarter, also while a second worker closes', () =>
  onPostgres(async ({ folder, settings, client }) => {
    for (const statement of FILLING) await client.query(statement)
    await workWithKills({
      ...{ folder, settings, client, job: 'scan-closing', kills: KILLS, killPoint },
      // The days are closed by the first run of a worker.
      start: async () => {},
      done: 'select count(*) from scan_breakdowns where minutes = 1440',
      rows: (DAYS + EARLIER_DAYS) * (CODES + 2),
    })
    expect((await client.query(WRONG)).rows).toEqual([{ wrong: 0 }])
    expect((await client.query(WRONG_QUARTERS)).rows).toEqual([{ wrong: 0, unpacked: 0 }])
  }))
