import type { LinkRules } from '@scanleaf/shared'
import { beforeAll, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { startI18n } from '../../../lib/i18n/i18n'
import { render } from '../../../testing/draw'
import { RulesChange } from './rules-change'

beforeAll(() => startI18n('en', 'browser'))

type Rule = LinkRules['rules'][number]
const rule = (id: number, name: string, more: Partial<Rule> = {}): Rule => ({
  ...{ id, name, on: true, when: {} },
  outcome: { ask: { n: id, url: 'https://a.example/' } },
  ...more,
})
const zone = 'Asia/Ho_Chi_Minh'
const logged = (...rules: Rule[]) => JSON.stringify({ zone, rules })
const [lunch, dinner] = [rule(1, 'Lunch'), rule(2, 'Dinner')]

test.each<[string, string, string[]]>([
  ['null', logged(lunch, rule(2, '')), ['Added: Lunch and Rule 2']],
  [logged(lunch, dinner), 'null', ['Removed: Lunch and Dinner']],
  [logged(lunch, dinner), logged(dinner, lunch), ['Reordered']],
  [
    logged(lunch, dinner),
    logged({ ...lunch, on: false }, rule(2, 'Evening')),
    ['Turned off: Lunch', 'Edited: Evening'],
  ],
  [
    logged(lunch),
    logged(rule(1, 'Lunch', { outcome: { ask: { n: 9, url: 'https://a.example/' } } })),
    ['New password: Lunch'],
  ],
  [
    logged(lunch),
    JSON.stringify({ zone: 'Europe/Berlin', rules: [lunch] }),
    ['New time zone: Europe/Berlin'],
  ],
  [
    logged(lunch),
    JSON.stringify({ zone, pass: ['utm_*', 'table'], rules: [lunch] }),
    ['Passed-on parameters: utm_* and table'],
  ],
  [JSON.stringify({ zone, pass: ['table'], rules: [] }), 'null', ['No parameters are passed on']],
  ['', '', []],
  ['{"zone":1}', '[', []],
])('from %s to %s is told in words', async (from, to, words) => {
  render(
    <main>
      <RulesChange change={{ id: '1', at: '2026-11-29T00:00:00Z', by: 'lan', field: 'rules', from, to }} />
    </main>,
  )
  await expect.element(page.getByRole('main')).toBeInTheDocument()
  const lines = page.getByRole('listitem').elements()
  expect(lines.map(({ textContent }) => textContent?.replace(/[\u2066-\u2069]/g, ''))).toEqual(words)
})
