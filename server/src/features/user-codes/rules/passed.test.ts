import type { LinkRules, UserCodeChange } from '@scanleaf/shared'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../testing/app'
import { userCodes as userCodeTable } from '../table'
import { aDynamicCode, codesOf } from '../testing'

const given = testApp()
let codes: ReturnType<typeof codesOf>
beforeEach(async () => {
  codes = codesOf(given, await given.signedIn())
})

const ZONE = 'Asia/Ho_Chi_Minh'
const RULE = { when: { days: [5] }, outcome: { to: { url: 'https://a.example/' } } }
const saved = async () => (await codes.save(aDynamicCode())).id
const rulesOf = async (id: string): Promise<LinkRules> => (await codes.good('GET', `/${id}/rules`)).result
const put = (id: string, revision: number, more: object, rules: object[] = []) =>
  codes.call('PATCH', `/${id}`, { rules: { revision, zone: ZONE, rules, ...more } })
const storedOf = async (id: string) => {
  const [row] = await given.database().db.select().from(userCodeTable).where(eq(userCodeTable.id, id))
  return row?.rules
}

test('parameters are named with or without rules, stay where they are not sent, and leave no trace when none are', async () => {
  const id = await saved()
  expect((await put(id, 0, { pass: ['utm_*', 'table'] })).statusCode).toBe(200)
  expect(await rulesOf(id)).toMatchObject({ revision: 1, pass: ['utm_*', 'table'], rules: [] })
  expect((await codes.read(id)).rules).toEqual({ count: 0, revision: 1 })
  // A program that knows no parameters.
  await put(id, 1, {}, [RULE])
  expect(await rulesOf(id)).toMatchObject({ revision: 2, pass: ['utm_*', 'table'], rules: [RULE] })
  await put(id, 2, { pass: [] }, [RULE])
  expect((await rulesOf(id)).pass).toEqual([])
  expect(Object.keys((await storedOf(id)) ?? {})).not.toContain('pass')
})

test('a change of them is logged and taken back, and a conflict shows them', async () => {
  const id = await saved()
  await put(id, 0, { pass: ['table'] })
  await put(id, 1, { pass: [] })
  const late = await put(id, 1, { pass: ['other'] })
  expect(late.statusCode).toBe(409)
  expect(JSON.parse(late.json().error.details.rules.stored)).toEqual({ zone: ZONE, pass: [], rules: [] })
  const { result: log }: { result: UserCodeChange[] } = await codes.good('GET', `/${id}/changes`)
  expect(log.map(({ from, to }) => [JSON.parse(from), JSON.parse(to)])).toEqual([
    [{ zone: ZONE, pass: ['table'], rules: [] }, null],
    [null, { zone: ZONE, pass: ['table'], rules: [] }],
  ])
  await codes.good('POST', `/${id}/changes/${log[0]?.id}/revert`)
  expect((await rulesOf(id)).pass).toEqual(['table'])
  await codes.good('POST', `/${id}/changes/${log[1]?.id}/revert`)
  expect((await rulesOf(id)).pass).toEqual([])
})

test('rules are sent back as they were read, and stay what they are', async () => {
  const id = await saved()
  await put(id, 0, {}, [{ ...RULE, outcome: { to: { url: 'https://old.example/' } } }])
  const firstNine = { ...RULE, name: 'A', when: { first: 9 } }
  await put(id, 1, { pass: ['table'] }, [
    firstNine,
    { ...RULE, outcome: { to: { url: 'https://b.example/' } } },
  ])
  const read = await rulesOf(id)
  expect(read.retired).toHaveLength(1)
  const forged = { ...read, retired: [{ n: 1, name: '', url: 'https://forged.example/' }], tickets: { 1: 9 } }
  const renamed = read.rules.map((rule) => ({ ...rule, name: `${rule.name}!` }))
  for (const rules of [read, { ...forged, rules: renamed }]) {
    const reply = await codes.call('PATCH', `/${id}`, { rules })
    expect(reply.statusCode, reply.body).toBe(200)
  }
  expect(await rulesOf(id)).toEqual({ ...read, rules: renamed, revision: read.revision + 1 })
})

test('a copy of a code hands on the same ones', async () => {
  const id = await saved()
  await put(id, 0, { pass: ['table'] })
  const copy = (await codes.good('POST', `/${id}/duplicate`)).result.id
  expect((await rulesOf(copy)).pass).toEqual(['table'])
})

test.each<[string, unknown, Record<string, string>]>([
  ['an address to lead to', ['table', 'URL'], { 'rules.pass': 'invalid-value' }],
  ['every name that begins so', ['Redirect_To'], { 'rules.pass': 'invalid-value' }],
  ['another pattern', ['utm*'], { 'rules.pass': 'invalid-value' }],
  ['all', ['*'], { 'rules.pass': 'invalid-value' }],
  ['an empty name', [''], { 'rules.pass': 'invalid-value' }],
  ['a look-alike', ['utm_ѕource'], { 'rules.pass': 'invalid-value' }],
  ['one name twice', ['a', 'a'], { 'rules.pass': 'invalid-value' }],
  ['eleven names', Array.from({ length: 11 }, (_, n) => `a${n}`), { 'rules.pass': 'too-many' }],
])('%s is refused', async (_, pass, fields) => {
  const id = await saved()
  const reply = await put(id, 0, { pass })
  expect([reply.statusCode, reply.json().error.fields]).toEqual([422, fields])
  expect(await storedOf(id)).toBeNull()
})
