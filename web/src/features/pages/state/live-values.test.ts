import type { PageInput } from '@scanleaf/shared'
import { expect, test } from 'vitest'
import { itemsOf, unsentOf, withLive, withValuesOf } from './live-values'

const pageOf = (prices: Record<string, string | null>): PageInput => ({
  kind: 'menu',
  name: { vi: 'Lá' },
  languages: ['vi'],
  zone: 'Asia/Ho_Chi_Minh',
  blocks: [
    {
      type: 'menu',
      sections: [
        {
          title: { vi: 'Trà' },
          items: Object.entries(prices).map(([id, price]) => ({ id, name: { vi: id }, price })),
        },
      ],
    },
  ],
})
const pricesOf = (page: PageInput) => itemsOf(page).map(({ price }) => price)

test('what the kitchen changed meanwhile is taken over, but for what was changed here', () => {
  const here = pageOf({ a: '1', b: '2', fresh: '3' })
  const server = pageOf({ a: '10', b: '20' })
  expect(pricesOf(withValuesOf(here, server, new Map([['b', { price: '2' }]])))).toEqual(['10', '2', '3'])
})

test('a value is sent until the server has it', () => {
  const live = new Map([
    ['a', { price: null }],
    ['b', { price: '2' }],
    ['fresh', { isSoldOut: true }],
  ])
  expect([...unsentOf(live, pageOf({ a: null, b: '20' })).keys()]).toEqual(['b', 'fresh'])
  expect(pricesOf(withLive(pageOf({ a: '1', b: '20' }), live))).toEqual([null, '2'])
})
