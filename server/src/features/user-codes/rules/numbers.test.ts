import { expect, test } from 'vitest'
import { testApp } from '../../../testing/app'
import { aDynamicCode, codesOf } from '../testing'

const given = testApp()
const rule = (name: string) => ({
  name,
  when: { languages: ['vi'] },
  outcome: { to: { url: 'https://a.example/' } },
})

test('of two rules to one address each has a number of its own, also where one of them was there before', async () => {
  const codes = codesOf(given, await given.signedIn())
  const { id } = await codes.save(aDynamicCode())
  const zone = 'Asia/Ho_Chi_Minh'
  await codes.change(id, { rules: { revision: 0, zone, rules: [rule('one')] } })
  await codes.change(id, { rules: { revision: 1, zone, rules: [rule('one'), rule('two')] } })
  const { rules } = (await codes.good('GET', `/${id}/rules`)).result
  expect(rules.map(({ outcome }: { outcome: { to: { n: number } } }) => outcome.to.n)).toEqual([1, 2])
})

test('of two rules that are sent with one id the second gets another', async () => {
  const codes = codesOf(given, await given.signedIn())
  const { id } = await codes.save(aDynamicCode())
  const zone = 'Asia/Ho_Chi_Minh'
  await codes.change(id, { rules: { revision: 0, zone, rules: [rule('one')] } })
  const twice = [
    { id: 1, ...rule('one') },
    { id: 1, ...rule('two') },
  ]
  await codes.change(id, { rules: { revision: 1, zone, rules: twice } })
  const { rules } = (await codes.good('GET', `/${id}/rules`)).result
  expect(rules.map((each: { id: number }) => each.id)).toEqual([1, 2])
})

test('of the outcomes that no rule has any more fifty keep their numbers', async () => {
  const codes = codesOf(given, await given.signedIn())
  const { id } = await codes.save(aDynamicCode())
  const zone = 'Asia/Ho_Chi_Minh'
  const links = (of: number) =>
    Array.from({ length: 5 }, (_, link) => ({ url: `https://a.example/${of}/${link}`, weight: 20 }))
  const splits = Array.from({ length: 10 }, (_, of) => ({ ...rule(''), outcome: { split: links(of) } }))
  const rules = [...splits, rule('the fifty-first')]
  await codes.change(id, { rules: { revision: 0, zone, rules } })
  await codes.change(id, { rules: { revision: 1, zone, rules: [] } })
  const { retired } = (await codes.good('GET', `/${id}/rules`)).result
  expect(retired.map(({ n }: { n: number }) => n)).toEqual(Array.from({ length: 50 }, (_, n) => n + 1))
  await codes.change(id, { rules: { revision: 2, zone, rules } })
  const again = (await codes.good('GET', `/${id}/rules`)).result
  expect([again.rules[9].outcome.split[4].n, again.rules[10].outcome.to.n]).toEqual([50, 52])
})
