import { expect, test } from 'vitest'
import { killPoints } from '../harness/kill-points'
import { onPostgres, workWithKills } from '../harness/killed-workers'

const killPoint = killPoints('fold-kill')

const isNightly = process.env['NIGHTLY'] === '1'
const CODES = 2_000
const VISITORS = 5_000
const SCANS = isNightly ? 1_500_000 : 300_000
const KILLS = isNightly ? 20 : 5

const codeId = `('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`

/** Scans of two days in the inbox, as importers leave them, in no order of time; every tenth is not a person's. */
const FILLING = [
  `set session_replication_role = replica`,
  `insert into user_codes (id, user_id, product_id, content_type, code_content, dynamic_id, target, image_key)
    select ${codeId}, 'owner ' || n % 7, 'dynamic-code', 'Website', '{}', 'code' || n, 'https://shop.example/', 'image' || n
    from generate_series(1, ${CODES}) n`,
  `set session_replication_role = origin`,
  `insert into scan_code_numbers (code_id) select id from user_codes`,
  `create table given_scans as
    select timestamptz '2026-10-10T12:00Z' + (n * 7919 % 86400) * interval '1 second' as at, n % ${VISITORS} as visitor,
      (select min(code) from scan_code_numbers) + n * 31 % ${CODES} as code, 1 as agent, 1 as referrer, 1 as language, 1 as country,
      case when n % 10 = 0 then 1 else 0 end as kind, 0 as flags
    from generate_series(1::bigint, ${SCANS}) n`,
  // The days are closed while they are folded.
  `insert into scan_closing (parts_until, hours_until, days_until)
    select at, at, at from (values (timestamptz '2026-10-10T00:00Z')) as first (at)`,
  `insert into scan_inbox select * from given_scans`,
]

/** What was given, and by how many codes and owners the tables differ from it. */
const WRONG = `
  with given as (
    select code_id, user_id, count(*) as scans, count(distinct (visitor, (at at time zone 'UTC')::date)) as uniques
    from given_scans join scan_code_numbers using (code) join user_codes on id = code_id where kind = 0 group by 1, 2
  ), logged as (
    select code_id, count(*) as scans, count(*) filter (where is_unique) as uniques
    from scan_rows where kind = 'person' group by 1
  ), rolled as (
    select subject, sum(scans) as scans, sum(uniques) as uniques from scan_quarter_rows group by 1
  ), owners as (
    select user_id, sum(scans) as scans, sum(uniques) as uniques from given group by 1
  )
  select
    (select count(*)::int from scan_inbox) as waiting,
    (select count(*)::int from given full join logged using (code_id, scans, uniques)
      where given.user_id is null or logged.code_id is null) as log,
    (select count(*)::int from given left join rolled on subject = code_id and (rolled.scans, rolled.uniques) = (given.scans, given.uniques)
      where subject is null) as quarters,
    (select count(*)::int from given left join scan_counters as counted using (code_id) where counted.scans is distinct from given.scans)
      as counters,
    (select count(*)::int from owners left join scan_owners as counted using (user_id)
      left join rolled using (subject)
      where counted.scans is distinct from owners.scans or rolled.scans is distinct from owners.scans
        or rolled.uniques is distinct from owners.uniques) as owners`

test('PostgreSQL: kills amid folds of two workers count every scan once', () =>
  onPostgres(async ({ folder, settings, client }) => {
    for (const statement of FILLING) await client.query(statement)
    await workWithKills({
      ...{ folder, settings, client, job: 'scan-closing', kills: KILLS, killPoint },
      // Workers fold from their start on.
      start: async () => {},
      done: 'select count(*) from scan_log',
      rows: SCANS,
    })
    expect((await client.query(WRONG)).rows).toEqual([
      { waiting: 0, log: 0, quarters: 0, counters: 0, owners: 0 },
    ])
  }))
