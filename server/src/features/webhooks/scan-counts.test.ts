import { branches, runs } from '@scanleaf/qr/property-runs'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { query } from '../../platform/db/database'
import { type Person, testApp } from '../../testing/app'
import { aScan, givenScans } from '../../testing/scan'
import { aDynamicCode, codesOf } from '../user-codes/testing'
import { webhookJobs } from './jobs'
import { scanCountJob } from './scan-counts'
import { WEBHOOKS, webhookOf } from './testing'

const product = testApp({ WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' })
const { as } = product
const db = () => product.database().db
const URL = 'http://127.0.0.1:9/hook'
const WANTS = { events: ['scans.counted'] }

let lan: Person
beforeEach(async () => {
  lan = await product.signedIn()
})

const tell = () => scanCountJob(product.database()).run()
const runHourly = () =>
  webhookJobs(product.database())
    .find(({ name }) => name === 'webhook-cleanup')
    ?.run()
const scan = (codeId: string, times: number) =>
  givenScans(
    product.database(),
    Array.from({ length: times }, (_, n) => aScan(codeId, { visitor: `${codeId} ${n}` })),
  )
const counters = async () =>
  new Map(
    (
      await query<{ id: string; scans: number }>(
        db(),
        sql`select code_id as id, scans::float8 as scans from scan_counters`,
      )
    ).map(({ id, scans }) => [id, scans]),
  )
interface Told {
  codes: { id: string; dynamicId: string; added: number; total: number }[]
  until: string
}
const toldTo = async (webhookId: string): Promise<Told[]> =>
  (
    await query<{ data: Told }>(
      db(),
      sql`select data from webhook_deliveries join outbox_events on id = event_id
        where webhook_id = ${webhookId} and type = 'scans.counted' order by id`,
    )
  ).map(({ data }) => data)
/** Σ added for each code. */
const sumsOf = (told: readonly Told[]) => {
  const sums = new Map<string, number>()
  for (const { codes } of told) for (const { id, added } of codes) sums.set(id, (sums.get(id) ?? 0) + added)
  return sums
}

test('an event says of each code what was added since the one before, and nothing where nothing was', async () => {
  const code = await codesOf(product, lan).save(aDynamicCode())
  const other = await codesOf(product, lan).save(aDynamicCode())
  await scan(code.id, 3)
  const { id } = await webhookOf(product, lan, URL, WANTS)
  await tell()
  expect(await toldTo(id)).toEqual([])
  await scan(code.id, 2)
  await scan(other.id, 1)
  await tell()
  await tell()
  const [{ codes, until } = { codes: [], until: '' }, ...more] = await toldTo(id)
  expect(more).toEqual([])
  expect(Date.parse(until)).not.toBeNaN()
  expect(codes.toSorted((a, b) => b.added - a.added)).toEqual([
    { id: code.id, dynamicId: code.dynamicId, added: 2, total: 5 },
    { id: other.id, dynamicId: other.dynamicId, added: 1, total: 1 },
  ])
})

test('a change of a paused webhook leaves what was counted meanwhile, where it wanted that before', async () => {
  const code = await codesOf(product, lan).save(aDynamicCode())
  const { id } = await webhookOf(product, lan, URL, WANTS)
  const change = (payload: object) => as(lan).inject({ method: 'PATCH', url: `${WEBHOOKS}/${id}`, payload })
  await change({ enabled: false })
  await scan(code.id, 3)
  expect((await change({ events: [...WANTS.events, 'code.created'] })).statusCode).toBe(200)
  await change({ enabled: true })
  await tell()
  expect(sumsOf(await toldTo(id))).toEqual(new Map([[code.id, 3]]))
})

test('a recount that lowers a counter is no event, and what comes after it is', async () => {
  const code = await codesOf(product, lan).save(aDynamicCode())
  const { id } = await webhookOf(product, lan, URL, WANTS)
  await scan(code.id, 5)
  await tell()
  await db().execute(sql`update scan_counters set scans = 2`)
  await tell()
  await scan(code.id, 4)
  await tell()
  expect((await toldTo(id)).map(({ codes }) => codes.map(({ added, total }) => [added, total]))).toEqual([
    [[5, 5]],
    [[4, 6]],
  ])
})

test('what the ranks do not say yet is told once they do, or within the hour, and once', async () => {
  const [ranked, owed] = [
    await codesOf(product, lan).save(aDynamicCode()),
    await codesOf(product, lan).save(aDynamicCode()),
  ]
  const { id } = await webhookOf(product, lan, URL, WANTS)
  await product.database().transaction(async (tx) => {
    await tx.execute(sql`set local scanleaf.ranks = 'later'`)
    await tx.execute(sql`update scan_counters set scans = 3 where code_id in (${ranked.id}, ${owed.id})`)
  })
  await tell()
  expect(await toldTo(id)).toEqual([])
  await db().execute(sql`select rank_counted_codes(array[${ranked.id}]::uuid[])`)
  await tell()
  expect(sumsOf(await toldTo(id))).toEqual(new Map([[ranked.id, 3]]))
  await runHourly()
  await runHourly()
  await tell()
  expect((await toldTo(id)).flatMap(({ codes }) => codes)).toHaveLength(2)
  expect(sumsOf(await toldTo(id)).get(owed.id)).toBe(3)
})

test('marks are kept of workspaces in which a webhook wants the event, paused or not, and of no other', async () => {
  const other = await product.signedIn()
  const [own, others] = [
    await codesOf(product, lan).save(aDynamicCode()),
    await codesOf(product, other).save(aDynamicCode()),
  ]
  await scan(own.id, 2)
  await scan(others.id, 1)
  const marked = async () =>
    (await query(db(), sql`select code_id as id from scan_marks order by 1`)).map((row) => row['id'])
  const change = (person: Person, id: string, payload: object) =>
    as(person).inject({ method: 'PATCH', url: `${WEBHOOKS}/${id}`, payload })
  const [hook, hookOfOther] = [await webhookOf(product, lan, URL), await webhookOf(product, other, URL)]
  await tell()
  await runHourly()
  expect(await marked()).toEqual([])
  await change(lan, hook.id, WANTS)
  await change(other, hookOfOther.id, WANTS)
  await change(other, hookOfOther.id, { enabled: false })
  await runHourly()
  expect(await marked()).toEqual([own.id, others.id].sort())
  await change(lan, hook.id, { events: ['code.created'] })
  await runHourly()
  expect(await marked()).toEqual([others.id])
  await as(other).inject({ method: 'DELETE', url: `${WEBHOOKS}/${hookOfOther.id}` })
  await runHourly()
  expect(await marked()).toEqual([])
})

test('many codes are told in parts of 500, and of another workspace nothing', async () => {
  const { id } = await webhookOf(product, lan, URL, WANTS)
  const other = await webhookOf(product, await product.signedIn(), URL, WANTS)
  await db().execute(sql`set session_replication_role = replica`)
  await db().execute(sql`insert into user_codes (user_id, product_id, content_type, code_content, dynamic_id, target, image_key)
    select ${lan.id}, 'dynamic-code', 'Website', '{}', 'many' || n, 'https://shop.example/', 'many' || n
    from generate_series(1, 1201) n`)
  await db().execute(
    sql`insert into scan_counters (code_id, scans) select id, 7 from user_codes where image_key like 'many%'`,
  )
  await db().execute(sql`insert into user_code_ranks (code_id, user_id, product_id, ordinal, scans)
    select id, user_id, product_id, ordinal, 7 from user_codes where image_key like 'many%'`)
  await db().execute(sql`set session_replication_role = origin`)
  await tell()
  const told = await toldTo(id)
  expect(told.map(({ codes }) => codes.length).toSorted()).toEqual([201, 500, 500])
  expect(new Set(sumsOf(told).values())).toEqual(new Set([7]))
  expect(sumsOf(told).size).toBe(1201)
  expect(await toldTo(other.id)).toEqual([])
})

const STEP = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('scan' as const),
      code: fc.nat(2),
      times: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constantFrom('tell', 'tell twice at once', 'new code') }) },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constantFrom('start', 'end', 'pause', 'resume', 'pause and tell'),
      hook: fc.nat(1),
    }),
  },
)

test('Σ added is the counter now less the counter at the start, whoever begins, ends or pauses meanwhile', async () => {
  const rare = branches('second begins', 'told after a pause', 'told to two')
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { minLength: 4, maxLength: 14 }), async (steps) => {
      const person = await product.signedIn()
      const codes = [await codesOf(product, person).save(aDynamicCode())]
      const hooks = new Map<number, { id: string; start: Map<string, number>; wasPaused: boolean }>()
      for (const step of steps) {
        const hook = 'hook' in step ? hooks.get(step.hook) : undefined
        // While one pauses, another would be told what it is not.
        const isAlone = hooks.size === 1
        if (step.act === 'scan') await scan(codes[step.code % codes.length]?.id ?? '', step.times)
        else if (step.act === 'tell') await tell()
        else if (step.act === 'tell twice at once') await Promise.all([tell(), tell()])
        else if (step.act === 'new code') codes.push(await codesOf(product, person).save(aDynamicCode()))
        else if (step.act === 'start' && 'hook' in step && !hook) {
          if ([...hooks.values()].some(({ wasPaused }) => wasPaused)) continue
          if (hooks.size === 1) rare.reach('second begins')
          const start = await counters()
          const { id } = await webhookOf(product, person, `${URL}/${step.hook}`, WANTS)
          hooks.set(step.hook, { id, start, wasPaused: false })
        } else if (hook && 'hook' in step && step.act === 'end') {
          await as(person).inject({ method: 'DELETE', url: `${WEBHOOKS}/${hook.id}` })
          hooks.delete(step.hook)
        } else if (hook && isAlone && ['pause', 'resume', 'pause and tell'].includes(step.act)) {
          const payload = { enabled: step.act === 'resume' }
          const change = as(person).inject({ method: 'PATCH', url: `${WEBHOOKS}/${hook.id}`, payload })
          await Promise.all([change, step.act === 'pause and tell' && tell()])
          hook.wasPaused = true
        }
      }
      for (const { id } of hooks.values())
        await as(person).inject({ method: 'PATCH', url: `${WEBHOOKS}/${id}`, payload: { enabled: true } })
      await tell()
      const now = await counters()
      for (const { id, start, wasPaused } of hooks.values()) {
        const wanted = codes
          .map((code) => [code.id, (now.get(code.id) ?? 0) - (start.get(code.id) ?? 0)] as const)
          .filter(([, added]) => added > 0)
        expect(sumsOf(await toldTo(id))).toEqual(new Map(wanted))
        if (wasPaused && wanted.length > 0) rare.reach('told after a pause')
        if (hooks.size === 2 && wanted.length > 0) rare.reach('told to two')
      }
    }),
    { numRuns: runs(20) },
  )
  rare.expectAll()
}, 120_000)
