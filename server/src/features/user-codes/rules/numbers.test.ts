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
