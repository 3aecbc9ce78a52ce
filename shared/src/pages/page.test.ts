import { describe, expect, test } from 'vitest'
import { MAX_BLOCKS, MAX_MENU_ITEMS } from './limits'
import { readMenuPrice } from './menu'
import { readPage } from './page'

const page = (changed: Record<string, unknown> = {}) => ({
  kind: 'business',
  name: { vi: 'Cà phê Lá' },
  languages: ['vi'],
  zone: 'Asia/Ho_Chi_Minh',
  blocks: [],
  ...changed,
})
const withBlocks = (...blocks: unknown[]) => page({ blocks })
const link = (address: string) => ({ type: 'links', links: [{ title: { vi: 'Trang' }, address }] })
const menu = (items: unknown[], currency = 'VND') => ({
  type: 'menu',
  currency,
  sections: [{ title: { vi: 'Cà phê' }, items }],
})
const item = (id: string, price: string | null = '29000') => ({ id, name: { vi: 'Cà phê đen' }, price })
const hours = (days: Record<number, { from: string; to: string }[]>, holidays: unknown[] = []) => ({
  type: 'hours',
  hours: { days: [0, 1, 2, 3, 4, 5, 6].map((day) => days[day] ?? []), holidays },
})
const event = (content: Record<string, string>) => ({
  type: 'event',
  content: { title: 'Đêm nhạc', start: '2026-12-12T19:30', zone: 'Asia/Ho_Chi_Minh', ...content },
})

describe('what a page refuses, by its place', () => {
  test.each<[string, unknown, Record<string, string>]>([
    [
      '31 blocks',
      withBlocks(...Array(MAX_BLOCKS + 1).fill(link('https://a.example'))),
      { blocks: 'too-many' },
    ],
    [
      '2,000 items',
      withBlocks(menu(Array.from({ length: 2000 }, (_, id) => item(`i${id}`)))),
      { 'blocks.0.sections.0.items': 'too-many' },
    ],
    [
      'items of two menus together',
      withBlocks(menu(Array.from({ length: MAX_MENU_ITEMS }, (_, id) => item(`a${id}`))), menu([item('b')])),
      { 'blocks.1.sections': 'too-many' },
    ],
    [
      'a price in words',
      withBlocks(menu([item('a', '45k')])),
      { 'blocks.0.sections.0.items.0.price': 'invalid-amount' },
    ],
    [
      'a price with a dot',
      withBlocks(menu([item('a'), item('b', '45.000')])),
      { 'blocks.0.sections.0.items.1.price': 'invalid-amount' },
    ],
    [
      'half a đồng',
      withBlocks(menu([item('a', '45.5')])),
      { 'blocks.0.sections.0.items.0.price': 'amount-not-whole' },
    ],
    [
      'a price below zero',
      withBlocks(menu([item('a', '-1')])),
      { 'blocks.0.sections.0.items.0.price': 'invalid-amount' },
    ],
    [
      'an id twice',
      withBlocks(menu([item('a'), item('a')])),
      { 'blocks.0.sections.0.items.1.id': 'sent-twice' },
    ],
    ['an unknown currency', withBlocks(menu([item('a')], 'BTC')), { 'blocks.0.currency': 'invalid-value' }],
    [
      'an opening at 24:00',
      withBlocks(hours({ 0: [{ from: '24:00', to: '02:00' }] })),
      { 'blocks.0.hours.days.0.0.from': 'invalid-hours' },
    ],
    [
      'a time that is none',
      withBlocks(hours({ 0: [{ from: '7:00', to: '25:00' }] })),
      { 'blocks.0.hours.days.0.0.from': 'invalid-hours', 'blocks.0.hours.days.0.0.to': 'invalid-hours' },
    ],
    [
      'spans that meet',
      withBlocks(
        hours({
          2: [
            { from: '07:00', to: '12:00' },
            { from: '11:30', to: '22:00' },
          ],
        }),
      ),
      { 'blocks.0.hours.days.2': 'overlapping-hours' },
    ],
    [
      'a night into the next morning',
      withBlocks(hours({ 6: [{ from: '22:00', to: '08:00' }], 0: [{ from: '07:00', to: '12:00' }] })),
      { 'blocks.0.hours.days.0': 'overlapping-hours' },
    ],
    [
      'four spans',
      withBlocks(hours({ 0: Array(4).fill({ from: '07:00', to: '08:00' }) })),
      { 'blocks.0.hours.days.0': 'too-many' },
    ],
    [
      'a holiday twice',
      withBlocks(
        hours({}, [
          { date: '2027-02-06', spans: [] },
          { date: '2027-02-06', spans: [] },
        ]),
      ),
      { 'blocks.0.hours.holidays.1.date': 'sent-twice' },
    ],
    [
      'a day that does not exist',
      withBlocks(hours({}, [{ date: '2027-02-30', spans: [] }])),
      { 'blocks.0.hours.holidays.0.date': 'invalid-date' },
    ],
    ['an unknown zone', page({ zone: 'Asia/Saigon2' }), { zone: 'unknown-zone' }],
    ['a name of spaces', page({ name: { vi: ' \u200b ' } }), { name: 'required' }],
    [
      'a text of spaces',
      withBlocks({ type: 'text', text: { vi: ' \n\u200b\n', en: '\u202e' } }),
      { 'blocks.0.text': 'required' },
    ],
    [
      'an item of spaces',
      withBlocks(menu([{ ...item('a'), name: { vi: '\u00a0' } }])),
      { 'blocks.0.sections.0.items.0.name': 'required' },
    ],
    ['a name without a language', page({ name: {} }), { name: 'required' }],
    ['an unknown language', page({ name: { xx: 'Lá' } }), { name: 'invalid-value' }],
    ['a long name', page({ name: { vi: 'Lá'.repeat(100) } }), { 'name.vi': 'too-long' }],
    ['four languages', page({ languages: ['vi', 'en', 'fr', 'de'] }), { languages: 'too-many' }],
    ['a language twice', page({ languages: ['vi', 'vi'] }), { languages: 'sent-twice' }],
    ['a free colour', page({ accent: '#ff0000' }), { accent: 'invalid-value' }],
    ['an unknown block', withBlocks({ type: 'html', html: '<b>' }), { 'blocks.0.type': 'invalid-value' }],
    [
      'an unknown field',
      withBlocks({ ...link('https://a.example'), style: 'x' }),
      { 'blocks.0': 'invalid-value' },
    ],
    ['an app scheme', withBlocks(link('zalo://chat')), { 'blocks.0.links.0.address': 'invalid-url' }],
    [
      'a script as an address',
      withBlocks(link('javascript:alert(1)')),
      { 'blocks.0.links.0.address': 'invalid-url' },
    ],
    [
      'a chat of another host',
      withBlocks({
        type: 'chat',
        chats: [{ app: 'Zalo', account: 'https://zalo.me.evil.example/84901234567' }],
      }),
      { 'blocks.0.chats.0.account': 'other-app-link' },
    ],
    [
      'an event that ends first',
      withBlocks(event({ end: '2026-12-12T18:00' })),
      { 'blocks.0.content.end': 'end-before-start' },
    ],
    [
      '31 April',
      withBlocks(event({ start: '2027-04-31T10:00' })),
      { 'blocks.0.content.start': 'invalid-date' },
    ],
    [
      'an app of another shop',
      withBlocks({ type: 'apps', apple: 'https://apps.apple.com.evil.example/id1' }),
      { 'blocks.0.apple': 'app-store-link' },
    ],
    ['no app at all', withBlocks({ type: 'apps' }), { 'blocks.0': 'required' }],
    [
      'an unknown bank',
      withBlocks({
        type: 'pay',
        content: { bank: '123456', number: '0011012345678', accountName: 'CA PHE LA' },
      }),
      { 'blocks.0.content.bank': 'unknown-bank' },
    ],
    ['a NUL', page({ name: { vi: 'a\0b' } }), { 'name.vi': 'invalid-value' }],
    ['no page', null, { body: 'invalid-value' }],
    [
      'too many bytes',
      withBlocks(...Array.from({ length: 22 }, () => ({ type: 'text', text: { vi: 'ế'.repeat(1000) } }))),
      { blocks: 'too-large' },
    ],
  ])('%s', (_, input, fields) => {
    expect(readPage(input).fields).toEqual(fields)
  })
})

describe('what a page cleans', () => {
  test('marks of direction leave a line, and a language without words is none', () => {
    const { page: read } = readPage(page({ name: { vi: '\u202eCà phê\u202c  ', en: ' ' } }))
    expect(read?.name).toEqual({ vi: 'Cà phê' })
  })

  test('they leave paragraphs, dishes and fields of static codes too', () => {
    const turned = (text: string) => `\u202e\u2066${text}\u2069\u202c`
    const { page: read } = readPage(
      withBlocks(
        { type: 'text', text: { vi: `${turned('Một')}\n${turned('Hai')}` } },
        menu([{ ...item('a'), name: { vi: turned('Cà phê đen') }, line: { vi: turned('Ít đường') } }]),
        { type: 'contact', content: { firstName: turned('An'), lastName: turned('Lê') } },
        event({ title: turned('Đêm nhạc') }),
      ),
    )
    const [text, dishes, contact, night] = read?.blocks ?? []
    expect(text).toMatchObject({ text: { vi: 'Một\nHai' } })
    expect(dishes).toMatchObject({
      sections: [{ items: [{ name: { vi: 'Cà phê đen' }, line: { vi: 'Ít đường' } }] }],
    })
    expect(contact).toMatchObject({ content: { firstName: 'An', lastName: 'Lê' } })
    expect(night).toMatchObject({ content: { title: 'Đêm nhạc' } })
  })

  test('addresses, accounts and numbers are stored as those of static codes', () => {
    const { page: read } = readPage(
      withBlocks(link('shop.example/Thực đơn'.replace(' ', '%20')), {
        type: 'chat',
        chats: [{ app: 'Zalo', account: '0901 234 567' }],
      }),
    )
    expect(read?.blocks).toMatchObject([
      { links: [{ address: 'http://shop.example/Th%E1%BB%B1c%20%C4%91%C6%A1n' }] },
      { chats: [{ account: '84901234567' }] },
    ])
  })

  test('a night past midnight and a whole day are hours', () => {
    const night = { from: '22:00', to: '02:00' }
    expect(readPage(withBlocks(hours({ 4: [night], 5: [{ from: '02:00', to: '24:00' }] }))).fields).toBeNull()
  })
})

describe('prices as owners type them', () => {
  test.each([
    ['45k', '45000'],
    ['45 K', '45000'],
    ['45,5k', '45500'],
    ['45.000', '45000'],
    ['45.000 ₫', '45000'],
    ['1.250k', '1250000'],
    ['٤٥k', '45000'],
    ['0', '0'],
  ])('%s', (typed, digits) => {
    expect(readMenuPrice(typed, 'VND', 'vi')).toEqual({ digits, problem: null })
  })

  test.each([
    ['45,5', 'VND', 'amount-not-whole'],
    ['45kk', 'VND', 'amount-characters'],
    ['-5k', 'VND', 'amount-negative'],
    ['k', 'VND', 'required'],
    ['', 'VND', 'required'],
    ['9999999999999k', 'VND', 'invalid-amount'],
    ['1,234', 'USD', 'amount-grouping'],
  ] as const)('%s of %s is refused', (typed, currency, problem) => {
    expect(readMenuPrice(typed, currency, 'vi')).toEqual({ digits: null, problem })
  })

  test('decimals of a currency that has them', () => {
    expect(readMenuPrice('4,50', 'USD', 'vi').digits).toBe('4.50')
  })
})
