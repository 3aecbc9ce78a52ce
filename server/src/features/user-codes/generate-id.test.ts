import { DYNAMIC_ID_ALPHABET, DYNAMIC_ID_LENGTH } from '@scanleaf/shared'
import { expect, test } from 'vitest'
import { generateDynamicId } from './generate-id'

test('every character of an id is one fair draw over the whole alphabet', () => {
  let drawn = 0
  const inTurn = (below: number) => drawn++ % below
  const ids = Array.from({ length: DYNAMIC_ID_ALPHABET.length }, () => generateDynamicId(inTurn))
  expect(ids.every((id) => id.length === DYNAMIC_ID_LENGTH)).toBe(true)
  expect(ids.join('')).toBe(DYNAMIC_ID_ALPHABET.repeat(DYNAMIC_ID_LENGTH))
  expect(DYNAMIC_ID_ALPHABET).toMatch(/^[A-Z0-9]{36}$/)
  expect(new Set(DYNAMIC_ID_ALPHABET).size).toBe(DYNAMIC_ID_ALPHABET.length)
})

test('draws are random unless told otherwise', () => {
  // Two of a hundred ids are equal once in half a billion runs.
  expect(new Set(Array.from({ length: 100 }, () => generateDynamicId())).size).toBe(100)
})
