import { runs } from '@scanleaf/qr/property-runs'
import type { Scans } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { query } from '../../../platform/db/database'
import { type Person, testApp } from '../../../testing/app'
import { givenCode } from '../../../testing/code'
import { aScan, givenScans } from '../../../testing/scan'
import { closeNext } from '../../scans/closing/closing-repository'
import { runsOf } from '../testing'
import { workspaceOf } from './testing'

const product = testApp({ BILLING: 'off' })
const db = () => product.database().db

const DAY_MS = 86_400_000
const BEGIN = Date.parse('2026-10-30T00:00:00Z')
const DAYS = 4
const CODES = 3

const aRecord = fc.record({
  at: fc.integer({ min: BEGIN, max: BEGIN + DAYS * DAY_MS - 1 }),
  visitor: fc.constantFrom('a', 'b', 'c'),
  userAgent: fc.constantFrom(
    'Mozilla/5.0 (Linux; Android 14) Chrome/126.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/126.0 Safari/537.36',
    'curl/8.5.0',
  ),
})
const anAction = fc.oneof(
  fc.record({ code: fc.nat(CODES - 1), records: fc.array(aRecord, { minLength: 1, maxLength: 15 }) }),
  fc.record({
    moved: fc.uniqueArray(fc.nat(CODES - 1), { minLength: 1, maxLength: CODES }),
    isBack: fc.boolean(),
  }),
  fc.constant({ undone: true }),
  fc.record({
    days: fc.integer({ min: 1, max: DAYS }),
    // A closer that is killed stops after any step.
    steps: fc.constantFrom(1, 2, 5, 1000),
    atOnce: fc.constantFrom(1, 500),
  }),
  fc.record({ recomputed: fc.constantFrom('home', 'further', null) }),
)

/** What an owner has as one, beside the sums over the owner's codes. */
async function sumsOf(ownerId: string) {
  const [found] = await query<Record<string, unknown>>(
    db(),
    sql`with own as (select id, tags, content_type from user_codes where user_id = ${ownerId}),
      owner as (select subject, scans from scan_owners where user_id = ${ownerId}),
      quarters as (
        select 'owner' as of, at, sum(scans) as scans, sum(uniques) as uniques
        from scan_quarter_rows where subject = (select subject from owner) group by at
        union all
        select 'codes', at, sum(scans), sum(uniques)
        from scan_quarter_rows where subject in (select id from own) group by at
      )
      select
        (select jsonb_agg(jsonb_build_array(at, scans, uniques) order by at) from quarters
          where of = 'owner' and (scans, uniques) <> (0, 0)) as "quarters",
        (select jsonb_agg(jsonb_build_array(at, scans, uniques) order by at) from quarters where of = 'codes')
          as "quartersOfCodes",
        coalesce((select scans from owner), 0)::int as counter,
        (select coalesce(sum(scans), 0)::int from scan_counters where code_id in (select id from own)) as "countersOfCodes",
        (select coalesce(sum(total), 0)::int from user_code_totals where user_id = ${ownerId}) as total,
        (select coalesce(sum(total), 0)::int from user_code_blocks where user_id = ${ownerId}) as blocks,
        (select coalesce(sum(total), 0)::int from user_code_tag_totals where user_id = ${ownerId}) as tagged,
        (select count(*)::int from user_code_ranks where user_id = ${ownerId}) as ranks,
        (select coalesce(sum(used), 0)::int from quota_usage where user_id = ${ownerId}) as used,
        (select count(*)::int from own) as codes,
        (select min(scans)::int from scan_quarter_rows where stored_at < at) as "leastPacked"`,
  )
  return found as Record<string, number | null>
}

async function expectSums(ownerId: string): Promise<void> {
  const { quarters, quartersOfCodes, counter, countersOfCodes, codes, leastPacked, ...lists } =
    await sumsOf(ownerId)
  expect(quarters).toEqual(quartersOfCodes)
  expect(counter).toBe(countersOfCodes)
  expect(lists).toEqual({ total: codes, blocks: codes, tagged: codes, ranks: codes, used: codes })
  expect(leastPacked ?? 1).toBeGreaterThan(0)
}

/** Once closing has made again what moves left to it. */
async function expectBreakdowns(person: Person, ownerId: string): Promise<void> {
  const range = 'from=2026-10-30&to=2026-11-02&zone=UTC&unit=day'
  const url = `/gateway/api/qrcode/scans?${range}`
  const reply = await product.as(person).inject({ url, headers: { 'x-workspace': ownerId } })
  expect(reply.statusCode, reply.body).toBe(200)
  const { breakdowns, codes = [], notCounted, scans }: Scans = reply.json().result
  const logged = await query<{ code: string; device: string; kind: string }>(
    db(),
    sql`select code_id as code, device, kind from scan_rows join scan_codes using (code_id) where user_id = ${ownerId}`,
  )
  const people = logged.filter(({ kind }) => kind === 'person')
  const countBy = (key: 'code' | 'device') =>
    Object.fromEntries(
      [...Map.groupBy(people, (row) => row[key])].map(([value, rows]) => [value, rows.length]),
    )
  const shown = (shares: readonly { value: string; scans: number }[]) =>
    Object.fromEntries(shares.map(({ value, scans: count }) => [value, count]))
  expect(scans).toBe(people.length)
  expect(shown(breakdowns.device)).toEqual(countBy('device'))
  expect(shown(codes)).toEqual(countBy('code'))
  expect(notCounted.bot).toBe(logged.length - people.length)
}

test('after any order of moves, undos, late scans, closing and recounting each owner has the sums of their codes', () =>
  fc.assert(
    fc.asyncProperty(fc.array(anAction, { minLength: 3, maxLength: 12 }), async (actions) => {
      await db().execute(sql`truncate scan_log, scan_quarters, scan_breakdowns, scan_closing, scan_counters,
        scan_owners, scan_owner_days, user_codes cascade`)
      await db().execute(
        sql`truncate user_code_totals, user_code_blocks, user_code_tag_totals, user_code_ranks, quota_usage`,
      )
      await db().execute(sql`insert into scan_closing (parts_until, hours_until, days_until)
        select at, at, at from (values (timestamptz '2026-10-31Z')) as first (at)`)
      const lan = await product.signedIn()
      const owners = [lan.id, await workspaceOf(product, lan, 'Quán Lan')] as const
      const codes: string[] = []
      for (let n = 0; n < CODES; n++)
        codes.push((await givenCode(product.database(), { userId: lan.id })).codeId)
      await db().execute(sql`update user_codes set tags = array['hè']`)
      const made = runsOf(product, lan)
      const within = (id: string) => ({ 'x-workspace': id })
      let last: { id: string; owner: string } | null = null
      const close = async (until: number, atOnce: number, steps: number) => {
        const sizes = { codes: atOnce, owners: atOnce }
        for (let step = 0; step < steps; step++)
          if ((await closeNext(product.database(), new Date(until), sizes, 60_000)) === null) return
      }
      for (const action of actions) {
        if ('records' in action)
          await givenScans(
            product.database(),
            action.records.map((record) => aScan(codes[action.code] as string, record)),
          )
        else if ('moved' in action) {
          const [from, to] = action.isBack ? [owners[1], owners[0]] : owners
          const ids = action.moved.map((n) => codes[n])
          const dry = await made.call('POST', '', { kind: 'move', selection: { ids }, to }, within(from))
          // None of them is there.
          if (dry.statusCode === 422) continue
          const { id } = dry.json().result
          await made.good('POST', `/${id}/start`, { mode: 'valid' }, within(from))
          last = { id, owner: from }
        } else if ('undone' in action) {
          if (last) await made.good('POST', `/${last.id}/undo`, undefined, within(last.owner))
        } else if ('days' in action) await close(BEGIN + action.days * DAY_MS, action.atOnce, action.steps)
        else {
          const account = action.recomputed && owners[action.recomputed === 'home' ? 0 : 1]
          for (const month of ['2026-10-01', '2026-11-01'])
            await db().execute(sql`select scan_recompute_month(${month}::date, ${account}::text)`)
          await db().execute(sql`select scan_recompute_counters(${account}::text)`)
        }
        for (const owner of owners) await expectSums(owner)
      }
      await close(BEGIN + DAYS * DAY_MS, 2, Number.POSITIVE_INFINITY)
      for (const owner of owners) {
        await expectSums(owner)
        await expectBreakdowns(lan, owner)
      }
    }),
    { numRuns: runs(8) },
  ))
