import fc from 'fast-check'
import { expect, test } from 'vitest'
import { idsBetween } from './use-selection'

const ids = ['a', 'b', 'c', 'd', 'e']

test.each([
  ['b', 'd', ['b', 'c', 'd']],
  ['d', 'b', ['b', 'c', 'd']],
  ['c', 'c', ['c']],
  [null, 'c', ['c']],
  ['gone', 'c', ['c']],
])('from %s to %s', (from, to, range) => expect(idsBetween(ids, from, to)).toEqual(range))

test('a range holds both ends and is the same from either side', () =>
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 20 }),
      fc.nat(),
      fc.nat(),
      (list, first, second) => {
        const from = list[first % list.length] ?? ''
        const to = list[second % list.length] ?? ''
        const range = idsBetween(list, from, to)
        expect(range).toContain(from)
        expect(range).toContain(to)
        expect(idsBetween(list, to, from)).toEqual(range)
      },
    ),
  ))
