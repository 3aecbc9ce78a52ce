import { beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../testing/app'
import { aDynamicCode, codesOf } from '../testing'

const given = testApp()
let codes: ReturnType<typeof codesOf>
beforeEach(async () => {
  codes = codesOf(given, await given.signedIn())
})

const to = (url: string, more: object = {}) => ({
  ...{ when: { languages: ['vi'] }, outcome: { to: { url } } },
  ...more,
})
const saved = async () => (await codes.save(aDynamicCode())).id
const put = (id: string, revision: number, rules: object[]) =>
  codes.call('PATCH', `/${id}`, { rules: { revision, zone: 'Asia/Ho_Chi_Minh', rules } })

test.each([
  ['zalo://conversation?phone=0901234567', 'https://zalo.me/0901234567'],
  ['ZALO:chat', 'https://zalo.me/'],
  ['market://details?id=com.zing.zalo&hl=vi', 'https://play.google.com/store/apps/details?id=com.zing.zalo'],
  ['market://search?q=menu', 'https://play.google.com/store/apps'],
  ['intent://shop.example/menu#Intent;package=vn.shop;scheme=https;end', 'https://shop.example/menu'],
  [
    'intent:#Intent;scheme=shop;package=vn.shop;S.browser_fallback_url=https%3A%2F%2Fa.example%2F;end',
    'https://a.example/',
  ],
  [
    'intent:#Intent;scheme=shop;package=vn.shop;S.browser_fallback_url=javascript:x;end',
    'https://play.google.com/store/apps/details?id=vn.shop',
  ],
])('instead of %s the message names %s', async (link, https) => {
  const reply = (
    await put(await saved(), 0, [{ when: {}, outcome: { ask: { url: link, password: 'x' } } }])
  ).json()
  expect(reply.error.fields).toEqual({ 'rules.rules.0.outcome.ask.url': 'bad-scheme' })
  expect(Object.values(reply.errors)).toEqual([expect.stringContaining(https)])
})

test('a rule under one for everybody is refused, unless either of them is off', async () => {
  const id = await saved()
  const all = { when: {} }
  const refused = { 'rules.rules.2.when': 'never-reached' }
  const rules = (one: object, other: object) => [
    to('https://a.example/'),
    to('https://b.example/', { ...all, ...one }),
    to('https://c.example/', other),
  ]
  expect((await put(id, 0, rules({}, {}))).json().error.fields).toEqual(refused)
  expect((await put(id, 0, rules({}, all))).json().error.fields).toEqual(refused)
  expect((await put(id, 0, rules({ on: false }, all))).statusCode).toBe(200)
  expect((await put(id, 1, rules({}, { on: false }))).statusCode).toBe(200)
  expect((await put(id, 2, rules({ when: { first: 5 } }, all))).statusCode).toBe(200)
})
