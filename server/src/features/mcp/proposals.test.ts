import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { type Person, testApp } from '../../testing/app'
import { keyOf } from '../api-keys/testing'
import { chatOf } from '../chat/testing'
import { aDynamicCode, codesOf, website } from '../user-codes/testing'
import { sharingOf } from '../workspaces/testing'
import { CLIENTS, proposalsOf } from './testing'

const product = testApp({ API_CALLS_PER_MINUTE: '5000' })
const sharing = sharingOf(product)
const HOUR_MS = 3_600_000
const NOT_THERE = '0b9df6a5-7c5e-4c9e-8f0e-3c1a52a8a000'

let lan: Person
let key: Awaited<ReturnType<typeof keyOf>>
let client: Pick<Awaited<ReturnType<(typeof CLIENTS)['client 2.4.0']>>, 'call'>
let codes: ReturnType<typeof codesOf>
beforeEach(async () => {
  lan = await product.signedIn()
  key = await keyOf(product, lan, ['codes:propose'])
  client = await CLIENTS['client 2.4.0'](product, key.secret)
  codes = codesOf(product, lan)
})

const menu = () => codes.save(aDynamicCode({ name: 'Thực đơn', dynamicId: 'MENU-1' }))

async function proposed(name: string, args: Record<string, unknown>): Promise<string> {
  const { isError, data } = await client.call(name, args)
  expect([isError, data], name).toEqual([false, expect.objectContaining({ decideAt: expect.any(String) })])
  const address = `${product.config().appUrl}/proposals/`
  expect(data.decideAt.startsWith(address)).toBe(true)
  return data.decideAt.slice(address.length)
}

test('a change is shown with its program, done at the click, once, in the name of who clicked, and undone', async () => {
  const code = await menu()
  const id = await proposed('retarget_code', { code: 'MENU-1', target: 'https://shop.example/summer' })
  const page = proposalsOf(product, lan)
  expect((await page.read(id)).json().result).toMatchObject({
    ...{ kind: 'retarget', status: 'proposed', program: 'Till · API', code: { id: code.id } },
    changes: [{ field: 'target', from: 'https://shop.example/menu', to: 'https://shop.example/summer' }],
  })
  expect((await codes.read(code.id)).codeContent).toBe(website('https://shop.example/menu'))
  const clicks = await Promise.all(Array.from({ length: 5 }, () => page.decide(id, 'confirm')))
  expect(clicks.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
  expect((await codes.read(code.id)).codeContent).toBe(website('https://shop.example/summer'))
  expect((await codes.good('GET', `/${code.id}/changes`)).result).toMatchObject([{ by: lan.email }])
  expect((await page.decide(id, 'decline')).statusCode).toBe(409)
  expect((await page.undo(id)).json().result).toMatchObject({ status: 'undone', program: 'Till · API' })
  expect((await page.undo(id)).statusCode).toBe(409)
  expect((await codes.read(code.id)).codeContent).toBe(website('https://shop.example/menu'))
})

test('rules are proposed as the rules’ own check takes them, done at the click, and undone', async () => {
  const code = await menu()
  const rules = [
    { name: 'Cuối tuần', when: { days: [5, 6] }, outcome: { to: { url: 'shop.example/weekend' } } },
    {
      when: { languages: ['en'] },
      outcome: {
        split: [
          { url: 'https://shop.example/a', weight: 30 },
          { url: 'https://shop.example/b', weight: 70 },
        ],
      },
    },
  ]
  const stored = async () => (await codes.good('GET', `/${code.id}/rules`)).result.rules
  const page = proposalsOf(product, lan)
  const id = await proposed('set_rules', { code: 'MENU-1', rules })
  expect(await stored()).toEqual([])
  const [change] = (await page.read(id)).json().result.changes
  expect([change.field, change.from]).toEqual(['rules', ''])
  expect(JSON.parse(change.to)).toMatchObject({
    zone: 'Asia/Ho_Chi_Minh',
    rules: [{ name: 'Cuối tuần', on: true, outcome: { to: { url: 'http://shop.example/weekend' } } }, {}],
  })
  expect((await page.decide(id, 'confirm')).json().result.status).toBe('done')
  expect(await stored()).toMatchObject([{ when: { days: [5, 6] } }, { when: { languages: ['en'] } }])
  expect((await client.call('set_rules', { code: 'MENU-1', rules })).data.error).toBe('it is so already')

  const reader = await CLIENTS['client 2.4.0'](product, (await keyOf(product, lan, ['codes:read'])).secret)
  const asked = { code: 'MENU-1', at: '2026-11-28T05:00:00Z' }
  expect((await reader.call('explain_rules', asked)).data).toMatchObject({
    ...{ localTime: '2026-11-28 12:00:00', applies: 1 },
    rules: [{ rule: 1, fits: true, because: [{ condition: 'days', fits: true }] }, { fits: false }],
  })
  const onMonday = { ...asked, at: '2026-11-30T05:00:00Z' }
  expect((await reader.call('explain_rules', { ...onMonday, language: 'en' })).data).toMatchObject({
    applies: 2,
  })
  expect((await reader.call('explain_rules', onMonday)).data).toMatchObject({ applies: null })

  // A rule that is given back with its id, or says the same without it, goes on with the scans that it has given.
  const first = { when: { first: 100 }, outcome: { to: { url: 'https://shop.example/voucher' } } }
  const withFirst = await proposed('set_rules', { code: 'MENU-1', rules: [...rules, first] })
  await page.decide(withFirst, 'confirm')
  const ids = async () => (await stored()).map((rule: { id: number }) => rule.id)
  expect(await ids()).toEqual([1, 2, 3])
  expect((await reader.call('explain_rules', asked)).data).toMatchObject({
    rules: [{ id: 1 }, { id: 2 }, { id: 3, fits: true, scansGiven: 0 }],
  })
  const less = await proposed('set_rules', {
    code: 'MENU-1',
    rules: [{ ...first, id: 3, name: 'Quà' }, rules[0]],
  })
  await page.decide(less, 'confirm')
  expect(await ids()).toEqual([3, 1])
  await page.undo(less)
  await page.undo(withFirst)
  expect(await ids()).toEqual([1, 2])

  // One rule goes above those that there are, within the same limits.
  const lunch = { name: 'Trưa', when: { hours: [['11:00', '14:00']] }, outcome: rules[0]?.outcome }
  const above = await proposed('set_rules', { code: 'MENU-1', above: lunch })
  await page.decide(above, 'confirm')
  expect(await stored()).toMatchObject([{ name: 'Trưa' }, { id: 1 }, { id: 2 }])
  const forAll = { ...lunch, when: {} }
  expect((await client.call('set_rules', { code: 'MENU-1', above: forAll })).data).toEqual({
    ...{ error: 'ValidationError', problems: { 'rules.1.when': 'never-reached' } },
  })
  await page.undo(above)
  expect(await ids()).toEqual([1, 2])

  // Another proposal of the same rules is out of date once they are others.
  const late = await proposed('set_rules', { code: 'MENU-1', rules: [] })
  expect((await page.undo(id)).json().result.status).toBe('undone')
  expect(await stored()).toEqual([])
  expect((await page.decide(late, 'confirm')).statusCode).toBe(409)
})

test.each([
  [{ rules: [{ when: { days: [7] }, outcome: { end: { text: '' } } }] }, 'rules.0.when.days.0'],
  [
    { rules: [{ when: {}, outcome: { to: { url: 'javascript:alert(1)' } } }] },
    'rules.rules.0.outcome.to.url',
  ],
  [{ rules: Array(21).fill({ when: {}, outcome: { end: { text: '' } } }) }, 'rules'],
  [
    { rules: [{ when: {}, outcome: { ask: { url: 'https://a.example/', password: 'open' } } }] },
    'rules.rules.0.outcome.ask.password',
  ],
  [{ rules: [], zone: 'Mars/Olympus' }, 'zone'],
  [
    {
      rules: Array(20).fill({
        when: { days: [0] },
        outcome: { to: { url: `https://a.example/${'x'.repeat(4000)}` } },
      }),
    },
    'rules',
  ],
])('rules like %.60j are refused with their place, and nothing is proposed', async (args, place) => {
  await menu()
  const { isError, data } = await client.call('set_rules', { code: 'MENU-1', ...args })
  expect([isError, Object.keys(data.problems ?? {})]).toEqual([true, [place]])
})

test('a static code has no rules to propose', async () => {
  await codes.save(aDynamicCode({ name: 'Printed', isDynamicCode: false }))
  const { isError, data } = await client.call('set_rules', { code: 'Printed', rules: [] })
  expect([isError, data.error]).toEqual([true, 'it is fixed in this code'])
})

test('also a key that may change codes proposes: over this door no model changes anything by itself', async () => {
  const code = await menu()
  const strong = await keyOf(product, lan, ['codes:read', 'codes:write'])
  client = await CLIENTS['sdk 1.32.2'](product, strong.secret)
  const id = await proposed('pause_code', { code: 'MENU-1' })
  expect((await codes.read(code.id)).enabled).toBe(true)
  expect((await proposalsOf(product, lan).decide(id, 'decline')).json().result.status).toBe('declined')
  expect((await codes.read(code.id)).enabled).toBe(true)
})

test('no key decides, nor a member who only looks, nor anybody elsewhere', async () => {
  await menu()
  const id = await proposed('rename_code', { code: 'MENU-1', name: 'A' })
  for (const scopes of [['codes:propose'], ['codes:write']] as const) {
    const program = proposalsOf(product, { sid: (await keyOf(product, lan, scopes)).secret })
    for (const reply of [await program.read(id), await program.decide(id, 'confirm'), await program.undo(id)])
      expect([reply.statusCode, reply.json().error.code]).toEqual([403, 'KeyNotAllowed'])
  }
  const viewer = proposalsOf(product, await sharing.join(lan, await product.signedIn(), 'viewer'), lan.id)
  expect((await viewer.decide(id, 'confirm')).statusCode).toBe(403)
  const stranger = proposalsOf(product, await product.signedIn())
  for (const reply of [
    await stranger.read(id),
    await stranger.decide(id, 'confirm'),
    await stranger.undo(id),
  ])
    expect(reply.statusCode).toBe(404)
  const editor = proposalsOf(product, await sharing.join(lan, await product.signedIn(), 'editor'), lan.id)
  expect((await editor.decide(id, 'confirm')).json().result.status).toBe('done')
})

test('a proposal of a conversation is none of a program, and the other way round', async () => {
  await menu()
  const chat = chatOf(product, lan)
  const [action] = (await chat.ask('Tạm dừng mã MENU-1')).actions
  expect((await proposalsOf(product, lan).read(action?.id ?? '')).statusCode).toBe(404)
  const id = await proposed('pause_code', { code: 'MENU-1' })
  expect((await chat.call('POST', `/actions/${id}`, { decision: 'confirm' })).statusCode).toBe(404)
  expect((await chat.actions()).map((each) => each.id)).toEqual([action?.id])
})

test('what is an hour old, or not as the page says, is not done', async () => {
  const code = await menu()
  const page = proposalsOf(product, lan)
  const stale = await proposed('rename_code', { code: 'MENU-1', name: 'A' })
  await codes.change(code.id, { name: 'Another tab' })
  expect((await page.decide(stale, 'confirm')).statusCode).toBe(409)
  const old = await proposed('pause_code', { code: 'MENU-1' })
  product.clock.advance(HOUR_MS)
  expect((await page.read(old)).json().result.status).toBe('expired')
  expect((await page.decide(old, 'confirm')).statusCode).toBe(409)
  expect(await codes.read(code.id)).toMatchObject({ name: 'Another tab', enabled: true })
  for (const [id, decision, status] of [
    [NOT_THERE, 'confirm', 404],
    ['x', 'confirm', 404],
    [stale, 'maybe', 422],
  ] as const)
    expect((await page.decide(id, decision)).statusCode).toBe(status)
})

test('a hundred wait at most, also of calls at once, and others go on', async () => {
  await menu()
  const atOnce = (calls: number) =>
    Promise.all(
      Array.from({ length: calls }, () => client.call('rename_code', { code: 'MENU-1', name: 'Name' })),
    )
  // As many as a lane executes: more would wait for each other.
  for (let waiting = 0; waiting < 96; waiting += 8)
    for (const { isError } of await atOnce(8)) expect(isError).toBe(false)
  const replies = await atOnce(14)
  expect(replies.filter(({ isError }) => isError).map(({ data }) => data)).toEqual(
    Array.from({ length: 10 }, () => ({ error: 'TooManyProposals' })),
  )
  const other = await CLIENTS['client 2.4.0'](product, (await keyOf(product, lan)).secret)
  expect((await other.call('pause_code', { code: 'MENU-1' })).isError).toBe(false)
  product.clock.advance(HOUR_MS)
  expect((await client.call('pause_code', { code: 'MENU-1' })).isError).toBe(false)
})

test('with its key goes what it proposed and nobody decided on', async () => {
  await menu()
  const [waiting, done] = [
    await proposed('rename_code', { code: 'MENU-1', name: 'A' }),
    await proposed('pause_code', { code: 'MENU-1' }),
  ]
  const page = proposalsOf(product, lan)
  await page.decide(done, 'confirm')
  await product.as(lan).inject({ method: 'DELETE', url: `/gateway/api/api-keys/${key.id}` })
  expect((await page.read(waiting)).statusCode).toBe(404)
  expect((await page.read(done)).json().result.status).toBe('done')
})

test('what nobody decided on goes a day later, with the next of the program', async () => {
  await menu()
  const id = await proposed('rename_code', { code: 'MENU-1', name: 'A' })
  product.clock.advance(25 * HOUR_MS + HOUR_MS)
  await product.database().db.execute(sql`update api_keys set window_at = null`)
  await proposed('pause_code', { code: 'MENU-1' })
  const fresh = await product.signInAgain(lan)
  expect((await proposalsOf(product, fresh).read(id)).statusCode).toBe(404)
})
