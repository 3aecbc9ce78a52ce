import { expect, test } from 'vitest'
import { rowsOfRange } from './range'

test.each([
  ['Bàn {n}', 'Bàn 07'],
  ['{n}{n}', '0707'],
  ['{{n}', '{n}'],
  ['{{{n}}', '{07}'],
  ['no number', 'no number'],
])('%j becomes %j', (text, expected) => {
  const range = { from: 7, to: 9, step: 2, digits: 2 }
  const rows = rowsOfRange(range, { name: text, tags: [text], content: { content: text } })
  expect(rows).toHaveLength(2)
  expect(rows[0]).toEqual({ name: expected, tags: [expected], content: { content: expected } })
})
