import { expect, test } from 'vitest'
import { killPoints } from '../harness/kill-points'
import { type Installation, onPostgres, workWithKills } from '../harness/killed-workers'

const killPoint = killPoints('log-move-kill')

const isNightly = process.env['NIGHTLY'] === '1'
const ROWS = isNightly ? 200_000 : 40_000
const KILLS = isNightly ? 10 : 3

/** Rows as the version before stored them, over five days. */
const FILL = `
  insert into scans (code_id, at, kind, is_unique, is_repeat, visitor, country, device, system, browser, user_agent,
    referrer, language)
  select ('00000000-0000-4000-8000-' || lpad((n % 500)::text, 12, '0'))::uuid,
    timestamptz '2026-11-03T00:00:00Z' + n * interval '5 days' / ${ROWS},
    (array['person', 'person', 'bot', 'preview', 'head'])[1 + n % 5], n % 3 = 0, n % 7 = 0, md5(n::text),
    (array['VN', 'JP', null])[1 + n % 3], 'phone', 'Android', 'Chrome', 'agent ' || n % 1000,
    'https://shop.example/' || n % 100, (array['vi', 'en-US'])[1 + n % 2]
  from generate_series(0, ${ROWS} - 1) n`

/** All rows with all their texts, as one number. */
const WHOLE = `
  select count(*)::int as rows, sum(hashtextextended(row::text, 0))::text as hash from scan_rows as row`

/** Breakdowns as the version before stored them, over five days of 20 codes and more: of days, and of quarters of an hour. */
const FILL_FACETS = `
  insert into scan_facets (subject, grain, at, facets)
  select ('00000000-0000-4000-8000-' || lpad((n / 485)::text, 12, '0'))::uuid,
    case when n % 485 < 480 then 'quarter' else 'day' end,
    timestamptz '2026-10-29T00:00:00Z'
      + case when n % 485 < 480 then n % 485 * interval '15 minutes' else (n % 485 - 480) * interval '1 day' end,
    jsonb_build_object('country:VN', jsonb_build_array(n, n / 2), 'referrer:' || n % 7, jsonb_build_array(n % 11, 0))
  from generate_series(0, ${ROWS} - 1) n`

/** Days of the same codes that are made already. */
const FILL_BREAKDOWNS = `
  insert into scan_breakdowns
  select subject, 1440, at, '{"country:VN","device:phone"}', '{3,4}', '{1,2}' from scan_facets where grain = 'day'`

/** All counts of both forms, as one number. */
const WHOLE_FACETS = `
  select count(*)::int as counts, sum(hashtextextended(counted::text, 0))::text as hash
  from (
    select subject, minutes, at, key, sum(scans) as scans, sum(uniques) as uniques
    from (
      select subject, minutes, at, one.*
      from scan_breakdowns cross join unnest(keys, scans, uniques) as one (key, scans, uniques)
      union all
      select subject, case grain when 'day' then 1440 else 15 end, at, key, (count ->> 0)::bigint, (count ->> 1)::bigint
      from scan_facets cross join jsonb_each(facets) as facet (key, count)
    ) as both_forms
    group by 1, 2, 3, 4
  ) as counted`

async function moveWithKills(
  { client, ...installation }: Installation,
  work: { fill: string[]; whole: string; done: string; left: string },
): Promise<void> {
  const whole = async () => (await client.query(work.whole)).rows[0]
  let before: unknown
  await workWithKills({
    ...{
      ...installation,
      client,
      job: 'scan-log-move',
      rows: ROWS,
      kills: KILLS,
      killPoint,
      done: work.done,
    },
    start: async () => {
      for (const month of ['2026-10-01', '2026-11-01'])
        await client.query('select scan_ensure_month($1)', [month])
      for (const statement of work.fill) await client.query(statement)
      before = await whole()
      await client.query(`update job_rounds set due_at = now() where name = 'scan-log-move'`)
      await client.query(`select pg_notify('jobs_wanted', 'scan-log-move')`)
    },
  })
  expect(await whole()).toEqual(before)
  expect((await client.query(work.left)).rows).toEqual([])
}

test('PostgreSQL: kills amid the move of earlier scans lose no row and bring none twice', () =>
  onPostgres((installation) =>
    moveWithKills(installation, {
      fill: [FILL],
      whole: WHOLE,
      done: 'select count(*) from scan_log',
      left: 'select id from scans limit 1',
    }),
  ))

test('PostgreSQL: kills amid the move of earlier breakdowns lose no count and bring none twice', () =>
  onPostgres((installation) =>
    moveWithKills(installation, {
      // A scan of the version after has told which days are closed.
      fill: [
        FILL_FACETS,
        FILL_BREAKDOWNS,
        `insert into scan_closing (days_until) values ('2026-11-03T00:00:00Z')`,
      ],
      whole: WHOLE_FACETS,
      done: `select ${ROWS} - count(*) from scan_facets`,
      left: 'select subject from scan_facets limit 1',
    }),
  ))
