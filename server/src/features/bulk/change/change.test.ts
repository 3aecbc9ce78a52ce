import type { UserCode } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { type Person, testApp } from '../../../testing/app'
import { addToCounters } from '../../../testing/code'
import { aDynamicCode, aStaticCode, codesOf, website } from '../../user-codes/testing'
import { newCodes, runsOf, websiteRows } from '../testing'

const product = testApp()
let mai: Person
let batches: ReturnType<typeof runsOf>
let codes: ReturnType<typeof codesOf>

beforeEach(async () => {
  mai = await product.signedIn()
  batches = runsOf(product, mai)
  codes = codesOf(product, mai)
})

const execute = (statement: Parameters<ReturnType<typeof product.database>['db']['execute']>[0]) =>
  product.database().db.execute(statement)

const targetOf = ({ codeContent }: UserCode): string => JSON.parse(codeContent).content

/** Saves dynamic codes with these targets, and names one after the other. */
async function given(...targets: string[]): Promise<UserCode[]> {
  const saved: UserCode[] = []
  for (const [index, target] of targets.entries())
    saved.push(
      await codes.save(aDynamicCode({ codeContent: website(target), name: `code ${index}`, tags: ['a'] })),
    )
  return saved
}

const idsOf = (saved: readonly UserCode[]) => ({ ids: saved.map(({ id }) => id) })
const readAll = (saved: readonly UserCode[]) => Promise.all(saved.map(({ id }) => codes.read(id)))
const outcomes = async (id: string) =>
  (await batches.rows(id)).map(({ outcome, problems }) => [outcome, ...problems.map(({ code }) => code)])

test('find and replace in the targets: preview, log, undo of what nobody changed since', async () => {
  const saved = await given('https://old.example/a', 'https://old.example/b', 'https://other.example/')
  const fixed = await codes.save(aStaticCode('Text', { plainText: 'hello' }))
  const stranger = codesOf(product, await product.signedIn())
  const foreign = await stranger.save(aDynamicCode())
  const dry = await batches.dryRun({
    kind: 'target',
    selection: { ids: [...idsOf(saved).ids, fixed.id, foreign.id] },
    target: { find: 'old.example', replace: 'new.example' },
  })
  expect(dry).toMatchObject({
    total: 4,
    ready: 3,
    skipped: 1,
    warned: 1,
    change: { target: { find: 'old.example' } },
  })
  const rows = await batches.rows(dry.id)
  expect(rows.map(({ from, to }) => [from, to])).toEqual([
    ['https://old.example/a', 'https://new.example/a'],
    ['https://old.example/b', 'https://new.example/b'],
    ['https://other.example/', 'https://other.example/'],
    [null, null],
  ])
  expect(await outcomes(dry.id)).toEqual([
    ['ready'],
    ['ready'],
    ['ready', 'nothing-to-change'],
    ['skipped', 'static-code'],
  ])
  expect((await readAll(saved)).map(targetOf)[0]).toBe('https://old.example/a')
  expect((await batches.call('POST', `/${dry.id}/start`, {})).json().error.code).toBe('BatchNotReady')
  expect(await batches.start(dry.id, { mode: 'valid' })).toMatchObject({ state: 'done', done: 3 })
  expect((await readAll(saved)).map(targetOf)).toEqual([
    'https://new.example/a',
    'https://new.example/b',
    'https://other.example/',
  ])
  const [change] = (await codes.good('GET', `/${saved[0]?.id}/changes`)).result
  expect(change).toMatchObject({ by: mai.email, field: 'target', to: 'https://new.example/a' })
  expect((await codes.list({ q: 'new.example' })).result).toHaveLength(2)

  await codes.change(saved[1]?.id ?? '', { codeContent: website('https://third.example/') })
  expect(await batches.undo(dry.id)).toMatchObject({ state: 'undone', undone: 2, retained: 1, done: 0 })
  expect(await batches.undo(dry.id)).toMatchObject({ state: 'undone' })
  expect((await readAll(saved)).map(targetOf)).toEqual([
    'https://old.example/a',
    'https://third.example/',
    'https://other.example/',
  ])
  expect((await batches.rows(dry.id, '&outcome=retained'))[0]?.problems).toMatchObject([
    { code: 'changed-since' },
  ])
})

test('a selection of 10,000 codes is a run, and one more is too many', async () => {
  const { id } = await batches.dryRun(newCodes({ rows: websiteRows('https://a.example') }))
  // Without triggers, which keep lists that are not looked at here.
  await product.database().transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`
      insert into user_codes (user_id, product_id, content_type, code_content, dynamic_id, target, image_key)
      select ${mai.id}, 'dynamic-code', 'Website', '{}', 'most-' || n, 'https://a.example/', 'most-' || n
      from generate_series(1, 10001) n`)
    await tx.execute(sql`insert into bulk_rows (run_id, row, outcome, input, code_id)
      select ${id}, row_number() over () + 1, 'done', '{}', id from user_codes where image_key like 'most-%'`)
  })
  const dryRun = () => batches.call('POST', '', { kind: 'delete', selection: { batch: id } })
  const more = await dryRun()
  expect([more.statusCode, more.json().error.code]).toEqual([413, 'BatchTooLarge'])
  await execute(sql`delete from bulk_rows where run_id = ${id} and row = 2`)
  expect((await dryRun()).json().result).toMatchObject({ state: 'ready', total: 10_000, ready: 10_000 })
})

test.each([
  ['tags', { add: ['b', 'A'], remove: ['c'] }, { tags: ['a', 'b'] }, { tags: ['a'] }],
  ['enabled', { enabled: false }, { enabled: false }, { enabled: true }],
  [
    'target',
    { target: { address: 'shop.example/menu' } },
    { codeContent: website('https://shop.example/menu') },
    { codeContent: website('https://one.example/') },
  ],
  [
    'design',
    { qrCustomSettings: { foregroundColor: '#112233' } },
    { qrCustomSettings: { foregroundColor: '#112233', style: 'square' } },
    { qrCustomSettings: { foregroundColor: '#000000' } },
  ],
])('%s: changes all, and goes back', async (kind, change, after, before) => {
  const saved = await given('https://one.example/', 'https://one.example/')
  const dry = await batches.dryRun({ kind, selection: idsOf(saved), ...change })
  expect(dry).toMatchObject({ total: 2, ready: 2, warned: 0 })
  await batches.start(dry.id)
  for (const code of await readAll(saved)) expect(code).toMatchObject(after)
  expect((await codes.list({ tag: 'a' })).meta.total).toBe(2)
  expect(await batches.undo(dry.id)).toMatchObject({ undone: 2 })
  for (const code of await readAll(saved)) expect(code).toMatchObject(before)
})

test.each([
  [{ kind: 'tags', add: [] }, { add: 'required' }],
  [{ kind: 'design' }, { qrCustomSettings: 'required' }],
  [{ kind: 'target', target: { address: 'a b' } }, { target: 'error-message-inp' }],
  [{ kind: 'target', target: { find: ' ', replace: '' } }, { 'target.find': 'required' }],
  [
    { kind: 'enabled', enabled: true, selection: { ids: ['00000000-0000-4000-8000-000000000001'] } },
    { selection: 'required' },
  ],
])('%j is refused', async (change, fields) => {
  const reply = await batches.call('POST', '', { selection: idsOf(await given('a.example')), ...change })
  expect([reply.statusCode, reply.json().error.fields]).toEqual([422, fields])
})

test('codes get the rules of another one, passwords too, and take them back', async () => {
  const [source, other, plain] = await given('https://a.example/', 'https://b.example/', 'https://c.example/')
  const zone = 'Asia/Ho_Chi_Minh'
  const put = async (code: UserCode | undefined, revision: number, ...rules: object[]) =>
    codes.good('PATCH', `/${code?.id}`, { rules: { revision, zone, rules } })
  const rulesOf = async (code: UserCode | undefined) => (await codes.good('GET', `/${code?.id}/rules`)).result
  const said = async (code: UserCode | undefined) =>
    (await rulesOf(code)).rules.map(({ name, outcome }: { name: string; outcome: object }) => [
      name,
      Object.keys(outcome)[0],
    ])
  const ask = { name: 'Staff', when: {}, outcome: { ask: { url: 'https://staff.example/', password: 'lá' } } }
  const monday = { name: 'Monday', when: { days: [0] }, outcome: { to: { url: 'https://monday.example/' } } }
  await put(source, 0, monday, ask)
  await put(other, 0, { name: 'Own', when: {}, outcome: { end: { text: '' } } })
  const all = [source, other, plain] as UserCode[]
  const dry = await batches.dryRun({ kind: 'rules', selection: idsOf(all), from: source?.id })
  expect(dry).toMatchObject({ total: 3, ready: 3, warned: 1 })
  expect(await batches.start(dry.id)).toMatchObject({ done: 3, failed: 0 })
  const copied = [
    ['Monday', 'to'],
    ['Staff', 'ask'],
  ]
  for (const code of all) expect(await said(code)).toEqual(copied)
  expect((await rulesOf(source)).revision).toBe(1)
  // Only what asks for a password that was set can be saved without one.
  const { revision, zone: ownZone, rules } = await rulesOf(plain)
  await codes.good('PATCH', `/${plain?.id}`, { rules: { revision, zone: ownZone, rules } })
  expect(await batches.undo(dry.id)).toMatchObject({ undone: 3 })
  expect([await said(source), await said(other), await said(plain)]).toEqual([copied, [['Own', 'end']], []])
  const { outcome } = (await rulesOf(other)).rules[0]
  expect(outcome.end.n).toBe(1)
  const stored = await execute(sql`select before, spec from bulk_rows, bulk_runs`)
  expect(JSON.stringify(stored)).not.toContain('scrypt')
})

test('codes whose rules were edited since keep them, and a source needs rules', async () => {
  const [source, other] = await given('https://a.example/', 'https://b.example/')
  const rules = {
    revision: 0,
    zone: 'Asia/Ho_Chi_Minh',
    rules: [{ when: {}, outcome: { end: { text: '' } } }],
  }
  const refused = await batches.call('POST', '', {
    ...{ kind: 'rules', selection: idsOf([other as UserCode]), from: source?.id },
  })
  expect([refused.statusCode, refused.json().error.fields]).toEqual([422, { from: 'invalid-value' }])
  await codes.good('PATCH', `/${source?.id}`, { rules })
  const dry = await batches.dryRun({ kind: 'rules', selection: idsOf([other as UserCode]), from: source?.id })
  await batches.start(dry.id)
  await codes.good('PATCH', `/${other?.id}`, { rules: { ...rules, revision: 1, rules: [] } })
  expect(await batches.undo(dry.id)).toMatchObject({ undone: 0, retained: 1 })
})

test('a new target of codes with rules warns that only who meets no rule gets there', async () => {
  const [ruled, plain] = await given('https://a.example/', 'https://a.example/')
  const rule = { when: { days: [0] }, outcome: { to: { url: 'https://monday.example/' } } }
  const rules = { revision: 0, zone: 'Asia/Ho_Chi_Minh', rules: [rule] }
  await codes.good('PATCH', `/${ruled?.id}`, { rules })
  const dry = await batches.dryRun({
    kind: 'target',
    selection: idsOf([ruled as UserCode, plain as UserCode]),
    target: { address: 'https://b.example/' },
  })
  expect(dry).toMatchObject({ total: 2, ready: 2, warned: 1 })
  const rows = await batches.rows(dry.id)
  expect(rows.map(({ problems }) => problems.map(({ code }) => code))).toEqual([['has-rules'], []])
})

test('a replacement that leaves no address, and one that closes a ring, are refused by row', async () => {
  const [first, second] = await given('https://a.example/x', 'https://a.example/')
  const dry = await batches.dryRun({
    kind: 'target',
    selection: idsOf([first as UserCode, second as UserCode]),
    target: { find: 'https://a.example/', replace: 'x' },
  })
  expect((await outcomes(dry.id)).map(([outcome]) => outcome)).toEqual(['skipped', 'skipped'])
  const ring = await batches.dryRun({
    kind: 'target',
    selection: idsOf([first as UserCode]),
    target: { address: `http://qr.test/${first?.dynamicId}` },
  })
  expect(await outcomes(ring.id)).toEqual([['skipped', 'url-loop']])
})

test('a deletion takes what was taken down, too, and comes back within a day, except for an id that is used again', async () => {
  const saved = await given(
    'https://a.example',
    'https://b.example',
    'https://c.example',
    'https://d.example',
  )
  const [down, reused, back] = saved as [UserCode, UserCode, UserCode]
  await execute(sql`insert into code_takedowns (key, code_id, user_id, reason, note, by, at)
    values (${down.dynamicId?.toLowerCase()}, ${down.id}, ${mai.id}, 'other', '', 'an operator', now())`)
  const dry = await batches.dryRun({
    kind: 'delete',
    selection: { productId: 'dynamic-code', upTo: 3 },
  })
  expect(await outcomes(dry.id)).toEqual([['ready'], ['ready'], ['ready']])
  await batches.start(dry.id, { mode: 'valid' })
  expect((await codes.list({})).result.map(({ name }: UserCode) => name)).toEqual(['code 3'])
  await codes.save(aDynamicCode({ dynamicId: reused.dynamicId }))
  product.clock.advance(3_600_000)
  expect(await batches.undo(dry.id)).toMatchObject({ undone: 2, retained: 1 })
  expect(await codes.read(down.id)).toMatchObject({ takedown: { reason: 'other' } })
  expect(await codes.read(back.id)).toMatchObject({ name: 'code 2', dynamicId: back.dynamicId })
  expect((await batches.rows(dry.id, '&outcome=retained'))[0]?.problems).toMatchObject([
    { code: 'changed-since' },
  ])
})

test('an undone creation takes away what nobody has scanned or changed', async () => {
  const dry = await batches.dryRun(newCodes({ rows: websiteRows('a.example', 'b.example', 'c.example') }))
  await batches.start(dry.id)
  const [row, changed] = await batches.rows(dry.id)
  product.clock.advance(1_000)
  await codes.change(changed?.codeId ?? '', { tags: ['kept'] })
  await addToCounters(product.database(), new Map([[row?.codeId ?? '', 1]]))
  expect(await batches.undo(dry.id)).toMatchObject({ undone: 1, retained: 2 })
  expect((await codes.list({})).result.map(({ id }: UserCode) => id)).toEqual([changed?.codeId, row?.codeId])
  const kept = await batches.rows(dry.id, '&outcome=retained')
  expect(kept.map(({ problems }) => problems)).toMatchObject([
    [{ code: 'code-scanned' }],
    [{ code: 'changed-since' }],
  ])
})

test('after a day neither a dry run can be started nor a batch undone', async () => {
  const [waiting, done] = [
    await batches.dryRun(newCodes({ rows: websiteRows('a.example') })),
    await batches.dryRun(newCodes({ rows: websiteRows('a.example') })),
  ]
  await batches.start(done.id)
  await execute(sql`update bulk_runs set created_at = now() - interval '25 hours',
    ended_at = ended_at - interval '25 hours'`)
  for (const call of [`/${waiting.id}/start`, `/${done.id}/undo`])
    expect([call, (await batches.call('POST', call, {})).json().error.code]).toEqual([call, 'BatchExpired'])
  expect((await batches.read(done.id)).expiresAt).toBeNull()
  expect((await batches.call('POST', `/${waiting.id}/undo`, {})).json().error.code).toBe('BatchNotReady')
})

test('a selection of a list takes its filters, ends at what was seen, and leaves out what is named', async () => {
  const saved = await given('https://a.example', 'https://a.example', 'https://a.example')
  await codes.change(saved[2]?.id ?? '', { name: 'other' })
  const { upTo } = (await codes.list({ q: 'code' })).meta
  expect(upTo).toBe(3)
  await given('https://late.example')
  const dry = await batches.dryRun({
    kind: 'enabled',
    enabled: false,
    selection: {
      productId: 'dynamic-code',
      q: 'code',
      tag: 'a',
      state: 'active',
      upTo,
      except: [saved[0]?.id],
    },
  })
  expect((await batches.rows(dry.id)).map(({ codeId }) => codeId)).toEqual([saved[1]?.id])
  const again = await batches.dryRun({ kind: 'tags', add: ['b'], selection: { batch: dry.id } })
  expect((await batches.rows(again.id)).map(({ name }) => name)).toEqual(['code 1'])
})
