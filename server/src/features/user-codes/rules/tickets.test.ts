import type { LinkRules, UserCodeChange } from '@scanleaf/shared'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../testing/app'
import { ruleTickets, userCodes as userCodeTable } from '../table'
import { aDynamicCode, codesOf } from '../testing'
import { purgeCodes } from '../trash-repository'

const given = testApp()
let codes: ReturnType<typeof codesOf>

beforeEach(async () => {
  codes = codesOf(given, await given.signedIn())
})

const ZONE = 'Asia/Ho_Chi_Minh'
const to = (url: string, more: object = {}) => ({ when: {}, outcome: { to: { url } }, ...more })
const saved = async () => (await codes.save(aDynamicCode())).id
const rulesOf = async (id: string): Promise<LinkRules> => (await codes.good('GET', `/${id}/rules`)).result
async function change(id: string, rules: object[]): Promise<LinkRules> {
  const { revision } = await rulesOf(id)
  await codes.good('PATCH', `/${id}`, { rules: { revision, zone: ZONE, rules } })
  return rulesOf(id)
}

const give = (codeId: string, ruleId: number, taken: number) =>
  given.database().db.insert(ruleTickets).values({ codeId, ruleId, taken })

test('a rule for the first scans says how many are used, also when it was removed and comes back', async () => {
  const id = await saved()
  const first = to('https://a.example/', { when: { first: 100 } })
  const other = to('https://b.example/', { when: { days: [0] } })
  await change(id, [first, other, to('https://c.example/', { when: { first: 5 } })])
  await give(id, 1, 73)
  expect((await rulesOf(id)).tickets).toEqual({ 1: 73, 3: 0 })
  // What is kept by its id goes on, whatever else of it changes; the same rule without it is a new one.
  const { rules } = await change(id, [{ ...first, id: 1, when: { first: 200 } }, first])
  expect([rules.map((rule) => rule.id), (await rulesOf(id)).tickets]).toEqual([[1, 4], { 1: 73, 4: 0 }])
  await change(id, [])
  expect((await rulesOf(id)).tickets).toEqual({})
  const { result: log }: { result: UserCodeChange[] } = await codes.good('GET', `/${id}/changes`)
  await codes.good('POST', `/${id}/changes/${log[0]?.id}/revert`)
  expect((await rulesOf(id)).tickets).toEqual({ 1: 73, 4: 0 })
  // One that was never given names nothing.
  expect((await change(id, [{ ...first, id: 99 }])).tickets).toEqual({ 5: 0 })
  // A copy begins anew.
  await change(id, [{ ...first, id: 1 }])
  const copy = (await codes.good('POST', `/${id}/duplicate`)).result.id
  expect((await rulesOf(copy)).tickets).toEqual({ 1: 0 })
})

test('a trial says whether a rule for the first scans has any left', async () => {
  const rules = [{ ...to('https://a.example/', { when: { first: 100 } }), id: 4 }, to('https://b.example/')]
  const tried = async (tickets: object) =>
    (await codes.good('POST', '/rules/try', { zone: ZONE, rules, tickets })).result
  expect(await tried({ 4: 99 })).toMatchObject({ rule: 0 })
  expect(await tried({ 4: 100 })).toMatchObject({
    rule: 1,
    rules: [{ fits: false, because: [{ condition: 'first', fits: false }] }, { fits: true }],
  })
  const many = Object.fromEntries(Array.from({ length: 21 }, (_, n) => [n + 1, 1]))
  for (const wrong of [many, { x: 1 }, { 4: -1 }, { 4: '1' }, [1]])
    expect((await codes.call('POST', '/rules/try', { zone: ZONE, rules, tickets: wrong })).statusCode).toBe(
      422,
    )
})

test('a code that is deleted for good leaves neither rules nor tickets', async () => {
  const { id } = await codes.save(aDynamicCode())
  await change(id, [to('https://a.example/', { name: 'Mai', when: { first: 100 } })])
  await give(id, 1, 9)
  const { db } = given.database()
  await given.database().transaction((tx) => purgeCodes(tx, [id]))
  const [row] = await db.select().from(userCodeTable).where(eq(userCodeTable.id, id))
  expect([row?.rules, row?.purgedAt === null]).toEqual([null, false])
  expect(await db.select().from(ruleTickets).where(eq(ruleTickets.codeId, id))).toEqual([])
})
