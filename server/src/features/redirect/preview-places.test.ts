import type { RuleConditions, StoredLinkRules, StoredOutcome } from '@scanleaf/shared'
import { expect, test } from 'vitest'
import { hashLinkPassword } from '../../platform/link-password'
import { givenCode } from '../../testing/code'
import { testRedirect } from './testing'

const { database, ask } = testRedirect()

const OWN = 'https://own.example/menu'
const ruled = (...rules: [RuleConditions, StoredOutcome, boolean?][]): StoredLinkRules => ({
  ...{ revision: 1, zone: 'Asia/Ho_Chi_Minh', retired: [], nextId: 99, nextNumber: 99 },
  rules: rules.map(([when, outcome, on = true], place) => ({
    ...{ id: place + 1, name: 'Bí mật', on, when, outcome },
  })),
})
const to = (n: number, url: string): StoredOutcome => ({ to: { n, url } })
const previewOf = async (rules: StoredLinkRules, language = 'en', headers = {}) => {
  const { id } = await givenCode(database(), { target: OWN, rules })
  const { status, body } = await ask(`/${id}+?lng=${language}`, { headers })
  const [, list = ''] = /<ol class="places">(.*?)<\/ol>/s.exec(body) ?? []
  const places = [...list.matchAll(/<li(.*?)>(.*?)<\/li>/gs)].map(([, mark, place = '']) => ({
    isNow: mark !== '',
    text: place.replace(/<[^>]+>/g, '|').replace(/[|\u2066-\u2069]+/g, '|'),
  }))
  return { status, body, places }
}

test('the preview shows every place with its conditions in the visitor’s language, and which one is the visitor’s', async () => {
  const rules = ruled(
    [
      { days: [0, 1, 2, 3, 4], hours: [['10:30', '14:00']], devices: ['mac'] },
      to(1, 'https://a.example/lunch'),
    ],
    [{ devices: ['ios'] }, to(2, 'https://a.example/ios')],
    [{ devices: ['android'] }, to(3, 'https://off.example/'), false],
    [
      { countries: ['JP'], first: 100 },
      {
        split: [
          { n: 4, url: 'https://a.example/one', weight: 50 },
          { n: 5, url: 'https://b.example/two', weight: 50 },
        ],
      },
    ],
    [{ until: '2001-01-01T00:00' }, { end: { n: 6, text: '<b>Hẹn\ngặp lại</b>' } }],
  )
  const { status, body, places } = await previewOf(rules)
  expect(status).toBe(200)
  expect(places).toEqual([
    { isNow: false, text: '|Mon–Fri · |10:30–14:00| · Mac|https://a.example/lunch|' },
    { isNow: true, text: '|iPhone and iPad · |you, right now|https://a.example/ios|' },
    { isNow: false, text: '|Japan · scans 1–100|https://a.example/one|https://b.example/two|' },
    {
      isNow: false,
      text: '|until 00:00 - 01/01/2001|The page “This has ended”|&lt;b&gt;Hẹn|gặp lại&lt;/b&gt;|',
    },
    { isNow: false, text: `|All other visitors|${OWN}|` },
  ])
  expect(body).toContain('href="https://a.example/ios"')
  expect(body).toContain('Asia/Ho_Chi_Minh')
  for (const hidden of ['Bí mật', 'off.example', '<b>Hẹn', '<script']) expect(body).not.toContain(hidden)
  const { places: vietnamese } = await previewOf(rules, 'vi', { 'user-agent': 'curl' })
  expect(vietnamese.at(-1)).toEqual({ isNow: true, text: `|Mọi khách còn lại · |bạn, lúc này|${OWN}|` })
})

test.each([
  [
    'en',
    '|Mon| and |Wed| · |10:30–14:00| and |17:00–22:00| · |iPhone and iPad| and |Mac| · |Japan| and |Vietnam| +2|https://a.example/lunch|',
  ],
  [
    'ar',
    '|الاثنين| و|الأربعاء| · |10:30–14:00| و|17:00–22:00| · |iPhone وiPad| و|Mac| · |اليابان| و|فيتنام| +2|https://a.example/lunch|',
  ],
])('lists within conditions are joined as in %s', async (language, text) => {
  const when: RuleConditions = {
    days: [0, 2],
    hours: [
      ['10:30', '14:00'],
      ['17:00', '22:00'],
    ],
    devices: ['ios', 'mac'],
    countries: ['JP', 'VN', 'TH', 'KR'],
  }
  const { places } = await previewOf(ruled([when, to(1, 'https://a.example/lunch')]), language)
  expect(places[0]?.text).toBe(text)
})

test('no link behind a password is told, wherever else it is', async () => {
  const hash = await hashLinkPassword('lá sen')
  const secret = 'https://handbook.example/staff'
  const rules = ruled(
    [{ devices: ['mac'] }, { ask: { n: 1, url: secret, hash } }],
    [
      { devices: ['windows'] },
      {
        split: [
          { n: 2, url: secret, weight: 50 },
          { n: 3, url: 'https://b.example/', weight: 50 },
        ],
      },
    ],
  )
  const { body, places } = await previewOf(rules)
  expect(places.map(({ text }) => text)).toEqual([
    '|Mac|Asks for a password|',
    '|Windows|https://b.example/|Asks for a password|',
    `|All other visitors · |you, right now|${OWN}|`,
  ])
  for (const hidden of [secret, 'scrypt']) expect(body).not.toContain(hidden)
  // A code that is private as a whole does not tell its own target.
  const whole = await previewOf(ruled([{}, { ask: { n: 1, url: secret, hash } }]))
  expect(whole.places).toEqual([])
  expect(whole.body).toContain('asks for a password')
  expect(whole.body).not.toContain('own.example')
})

test('where it has ended for this visitor, nothing is offered to open', async () => {
  const { status, body, places } = await previewOf(ruled([{ devices: ['ios'] }, { end: { n: 1, text: '' } }]))
  expect([status, places.map(({ isNow }) => isNow)]).toEqual([200, [true, false]])
  expect(body).not.toContain('class="open"')
})
