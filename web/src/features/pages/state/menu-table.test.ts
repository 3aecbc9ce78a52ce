import { expect, test } from 'vitest'
import { newItem } from './blocks'
import { menuOfTable } from './menu-table'

const OPTIONS = { language: 'vi', currency: 'VND', sectionTitle: 'Thực đơn' } as const
const shown = (rows: string[][], now: Parameters<typeof menuOfTable>[1] = []) => {
  const { sections, unread } = menuOfTable(rows, now, OPTIONS)
  return {
    unread,
    sections: sections.map(({ title, items }) => [
      title.vi,
      items.map(({ name, price, line }) => [name.vi, price, line?.vi].filter((each) => each !== undefined)),
    ]),
  }
}

test('rows with a heading, a section written once, and a price that cannot be read', () => {
  const rows = [
    ['Nhóm', 'Món', 'Giá', 'Mô tả'],
    ['Cà phê', 'Cà phê đen', '29.000', 'Pha phin'],
    ['', 'Cà phê sữa', '35k', ''],
    ['Trà', 'Trà đào', 'hỏi quán', ''],
    ['', '', '', ''],
  ]
  expect(shown(rows)).toEqual({
    unread: [4],
    sections: [
      [
        'Cà phê',
        [
          ['Cà phê đen', '29000', 'Pha phin'],
          ['Cà phê sữa', '35000'],
        ],
      ],
      ['Trà', [['Trà đào', null]]],
    ],
  })
})

test.each<[string, string[][]]>([
  ['items and prices', [['Cà phê đen', '29000']]],
  ['prices before items', [['29000', 'Cà phê đen']]],
])('a table of %s has one section', (_, rows) => {
  expect(shown(rows).sections).toEqual([['Thực đơn', [['Cà phê đen', '29000']]]])
})

test('items alone, and no table at all', () => {
  expect(shown([['Cà phê đen'], ['Trà']]).sections).toEqual([
    [
      'Thực đơn',
      [
        ['Cà phê đen', null],
        ['Trà', null],
      ],
    ],
  ])
  expect(shown([]).sections).toEqual([])
})

test('an item of the same name stays the same one, once', () => {
  const item = { ...newItem(), name: { vi: 'Trà đào', en: 'Peach tea' }, isSoldOut: true }
  const { sections } = menuOfTable(
    [
      ['TRÀ ĐÀO', '45k'],
      ['Trà đào', '50k'],
    ],
    [{ title: { vi: 'Trà' }, items: [item] }],
    OPTIONS,
  )
  const [first, second] = sections[0]?.items ?? []
  expect(first).toMatchObject({ id: item.id, isSoldOut: true, name: { en: 'Peach tea' }, price: '45000' })
  expect(second?.id).not.toBe(item.id)
})
