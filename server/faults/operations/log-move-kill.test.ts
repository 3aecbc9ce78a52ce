import { expect, test } from 'vitest'
import { killPoints } from '../harness/kill-points'
import { onPostgres, workWithKills } from '../harness/killed-workers'

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

test('PostgreSQL: kills amid the move of earlier scans lose no row and bring none twice', () =>
  onPostgres(async ({ folder, settings, client }) => {
    const whole = async () => (await client.query(WHOLE)).rows[0]
    let before: unknown
    await workWithKills({
      ...{ folder, settings, client, job: 'scan-log-move', rows: ROWS, kills: KILLS, killPoint },
      start: async () => {
        await client.query(`select scan_ensure_month('2026-11-01')`)
        await client.query(FILL)
        before = await whole()
        await client.query(`update job_rounds set due_at = now() where name = 'scan-log-move'`)
        await client.query(`select pg_notify('jobs_wanted', 'scan-log-move')`)
      },
      done: 'select count(*) from scan_log',
    })
    expect(await whole()).toEqual(before)
    expect((await client.query('select id from scans limit 1')).rows).toEqual([])
  }))
