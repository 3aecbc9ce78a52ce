import { type PageInput, readPage } from '@scanleaf/shared'
import { expect, test } from 'vitest'
import { BLOCK_TYPES, BLOCKS, newItem, newLink } from './blocks'
import { withoutUnfilled } from './unfilled'

const pageOf = (blocks: PageInput['blocks']): PageInput => ({
  kind: 'menu',
  name: { vi: 'Lá' },
  languages: ['vi'],
  zone: 'Asia/Ho_Chi_Minh',
  blocks,
})

test.each(BLOCK_TYPES)('a block of %s that was just added keeps nothing from being saved', (type) => {
  const { page } = withoutUnfilled(pageOf([BLOCKS[type].make()]))
  expect(readPage(page).fields).toBeNull()
})

test('what was added and not filled in is not sent, and problems are named by their place on screen', () => {
  const links = [newLink(), { title: { vi: 'Đặt bàn' }, address: 'not an address' }]
  const items = [newItem(), { ...newItem(), price: '45000' }]
  const { page, placeOf } = withoutUnfilled(
    pageOf([
      { type: 'text', text: {} },
      { type: 'links', links },
      {
        type: 'menu',
        sections: [
          { title: {}, items: [newItem()] },
          { title: { vi: 'Trà' }, items },
        ],
      },
    ]),
  )
  const { fields } = readPage(page)
  expect(Object.keys(fields ?? {})).toEqual(['blocks.0.links.0.address', 'blocks.1.sections.0.items.0.name'])
  expect(Object.keys(fields ?? {}).map(placeOf)).toEqual([
    'blocks.1.links.1.address',
    'blocks.2.sections.1.items.1.name',
  ])
})
