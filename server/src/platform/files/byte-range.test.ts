import fc from 'fast-check'
import { expect, test } from 'vitest'
import { requestedRange } from './byte-range'

test.each([
  [undefined, 'whole'],
  ['', 'whole'],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=0-99', { start: 0, end: 99 }],
  ['bytes=0-100', { start: 0, end: 99 }],
  ['bytes=10-', { start: 10, end: 99 }],
  ['bytes=99-', { start: 99, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-1', { start: 99, end: 99 }],
  ['bytes=-100', { start: 0, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes=-0', 'unsatisfiable'],
  ['BYTES= 5 - 6 ', { start: 5, end: 6 }],
  ['bytes=6-5', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=0-1,4-5', 'whole'],
  ['items=0-1', 'whole'],
  ['bytes=a-b', 'whole'],
  ['bytes=0-1; drop', 'whole'],
  [`bytes=${'9'.repeat(400)}-`, 'unsatisfiable'],
  [`bytes=0-${'9'.repeat(400)}`, { start: 0, end: 99 }],
])('%j of 100 bytes is %j', (header, expected) => {
  expect(requestedRange(header, 100)).toEqual(expected)
})

test('a part always lies within the file', () =>
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'bytes=0123456789-, ') }),
      fc.integer({ min: 1, max: 1e7 }),
      (text, size) => {
        const range = requestedRange(text.startsWith('bytes=') ? text : `bytes=${text}`, size)
        if (typeof range === 'string') return true
        return 0 <= range.start && range.start <= range.end && range.end < size
      },
    ),
  ))
