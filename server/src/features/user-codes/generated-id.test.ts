import { DYNAMIC_ID_ALPHABET, DYNAMIC_ID_LENGTH } from '@scanleaf/shared'
import { expect, test } from 'vitest'
import { generateDynamicId } from './generated-id'

const IDS = 100_000
/** Chi squared for 35 degrees of freedom is above this once in a hundred thousand sets of fair draws. */
const MOST_CHI_SQUARED = 86

test('a hundred thousand ids: none twice, and every character as likely at every place', () => {
  const ids = Array.from({ length: IDS }, generateDynamicId)
  expect(new Set(ids).size).toBe(IDS)
  const expected = IDS / DYNAMIC_ID_ALPHABET.length
  for (let place = 0; place < DYNAMIC_ID_LENGTH; place++) {
    const counts = new Map<string, number>()
    for (const id of ids) counts.set(id[place] ?? '', (counts.get(id[place] ?? '') ?? 0) + 1)
    expect([...counts.keys()].sort().join('')).toBe([...DYNAMIC_ID_ALPHABET].sort().join(''))
    const chiSquared = [...counts.values()].reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0)
    expect(chiSquared).toBeLessThan(MOST_CHI_SQUARED)
  }
})
