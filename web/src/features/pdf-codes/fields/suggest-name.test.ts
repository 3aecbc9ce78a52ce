import { expect, test } from 'vitest'
import { suggestedNames } from './suggest-name'

test.each([
  ['Thực đơn', 'Quán Lá', ['thuc-don', 'thuc-don-quan-la', 'thuc-don-quan-la-2']],
  ['Menu 2026!', '', ['menu-2026', 'menu-2026-2', 'menu-2026-3']],
  ['เมนู A4', 'ร้าน', ['a4', 'a4-2', 'a4-3']],
  ['قائمة', 'Lá', []],
  [' ', '', []],
  // A name that the host serves itself is none.
  ['healthz', '', ['healthz-2', 'healthz-3', 'healthz-4']],
])('links for %j of %j', (title, company, names) =>
  expect(suggestedNames(title, company).slice(0, 3)).toEqual(names),
)

test('a long title is cut between words', () => {
  const [name = ''] = suggestedNames('thực đơn '.repeat(20), '')
  expect(name).toMatch(/^thuc-don(-thuc|-don)*$/)
  expect(name.length).toBeLessThanOrEqual(40)
})
