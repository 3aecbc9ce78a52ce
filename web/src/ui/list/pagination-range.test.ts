import { expect, test } from 'vitest'
import { paginationRange } from './pagination-range'

const shown = (page: number, pages: number) => paginationRange(page, pages).join(' ').replaceAll('gap', '…')

test.each([
  [1, 1, '1'],
  [1, 5, '1 2 3 4 5'],
  [1, 24, '1 2 3 … 24'],
  [4, 24, '1 2 3 4 5 6 … 24'],
  [5, 24, '1 2 3 4 5 6 7 … 24'],
  [6, 24, '1 … 4 5 6 7 8 … 24'],
  [19, 24, '1 … 17 18 19 20 21 … 24'],
  [20, 24, '1 … 18 19 20 21 22 23 24'],
  [24, 24, '1 … 22 23 24'],
  [99, 24, '1 … 22 23 24'],
  [0, 24, '1 2 3 … 24'],
])('page %i of %i shows %s', (page, pages, expected) => {
  expect(shown(page, pages)).toBe(expected)
})
