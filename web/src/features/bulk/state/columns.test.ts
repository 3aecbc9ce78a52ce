import { expect, it } from 'vitest'
import { cellsOfSheet, columnsOf, fittingType, phonesWithoutZero, unreadColumns, withZeros } from './columns'
import { filled, rangeOf, repeatedIds } from './local-rows'
import { MANY_TYPES, type ManyType, tagsOf, typeOfKey } from './row-fields'

const sheet = (...rows: string[][]) => ({ name: '', rows, notes: [] })
const typed = (key: string): ManyType => typeOfKey(key) ?? (MANY_TYPES[0] as ManyType)

it.each([
  ['Website dynamic', ['Tên bàn', 'Đường dẫn', 'Khu', 'Ghi chú'], ['name', 'content.content', 'tags', '']],
  ['Website dynamic', ['Name', 'URL', 'ID'], ['name', 'content.content', 'dynamicId']],
  ['Website', ['名称', '链接'], ['name', 'content.content']],
  ['Website', ['الاسم', 'الرابط'], ['name', 'content.content']],
  ['Wifi', ['SSID', 'Mật khẩu'], ['content.ssid', 'content.passWifi']],
  [
    'VCard',
    ['Họ', 'Tên', 'Điện thoại', 'Công ty'],
    ['content.lastName', 'content.firstName', 'content.mobilePhone', 'content.companyName'],
  ],
])('columns of %s are matched by the heads %j', (key, heads, fields) => {
  const columns = columnsOf(
    sheet(
      heads,
      heads.map(() => 'x'),
    ),
    typed(key),
    {},
  )
  expect(columns).toEqual({ hasHead: true, fields })
})

it.each([
  [['Họ', 'Tên', 'Công ty', 'Chức vụ', 'Điện thoại', 'Email'], 'Website dynamic', 'VCard'],
  [['First name', 'Last name', 'Company', 'Mobile'], 'Website dynamic', 'VCard'],
  [['SSID', 'Password'], 'VCard', 'Wifi'],
  // What the chosen type needs is there.
  [['Name', 'Link', 'Phone'], 'Website dynamic', null],
  [['Họ', 'Tên', 'Công ty'], 'VCard', null],
  // One word in common is no reason.
  [['Name', 'Remark'], 'Wifi', null],
])('heads %j, read as %s, fit %s', (heads, key, fitting) => {
  const rows = sheet(
    heads,
    heads.map(() => 'x'),
  )
  const found = fittingType(rows, typed(key))
  expect(found?.contentType ?? null).toBe(fitting)
})

it('columns without heads are matched by what they hold, and all of them by hand', () => {
  const rows = sheet(['Bàn 01', 'https://a.vn/1', 'x'], ['Bàn 02', 'https://a.vn/2', 'y'])
  const type = typed('Website dynamic')
  expect(columnsOf(rows, type, {})).toEqual({ hasHead: false, fields: ['name', 'content.content', ''] })
  const chosen = columnsOf(rows, type, { fields: { 0: 'tags', 2: 'tags' } })
  expect(cellsOfSheet(rows, type, chosen)[0]).toEqual({
    tags: 'Bàn 01, x',
    'content.content': 'https://a.vn/1',
  })
})

it('spaces around a cell stay in the names and passwords of networks alone', () => {
  const rows = sheet(['Tên', 'SSID', 'Mật khẩu'], [' Quán ', 'Quan Ca Phe ', ' 12345678 '])
  const type = typed('Wifi')
  expect(cellsOfSheet(rows, type, columnsOf(rows, type, {}))).toEqual([
    { name: 'Quán', 'content.ssid': 'Quan Ca Phe ', 'content.passWifi': ' 12345678 ' },
  ])
})

const table = (heads: string, row: string) =>
  sheet(
    heads.split(','),
    ...[1, 2].map((n) =>
      row
        .replaceAll('P', `https://go.lasen.vn/${n}`)
        .replaceAll('B', `https://bit.ly/${n}`)
        .replaceAll('T', `https://lasen.vn/${n}`)
        .split(','),
    ),
  )

it.each([
  ['Title,Link,Custom Link,Destination URL', 'x,B,P,T', 3, [1, 2]],
  ['Name,QR Link,Target URL,Scans', 'x,P,T,7', 2, [1]],
  ['Name,Link,Where', 'x,B,T', 2, [1]],
  ['Name,Link,Poster', 'x,T,P', 1, [2]],
  ['Name,Link,Note page', 'x,T,T', 1, []],
])(
  'with %s the codes lead to the targets, and what may be printed is named',
  (heads, row, target, unread) => {
    const type = typed('Website dynamic')
    const given = table(heads, row)
    expect(columnsOf(given, type, {}).fields.indexOf('content.content')).toBe(target)
    expect(unreadColumns(given, type, {}).map(({ column }) => column)).toEqual(unread)
    const leftOut = Object.fromEntries(unread.map((column) => [column, '' as const]))
    expect(unreadColumns(given, type, { fields: leftOut })).toEqual([])
  },
)

it('columns of addresses without heads are named as well', () => {
  const given = sheet(['Bàn 1', 'https://lasen.vn/1', 'https://go.lasen.vn/1'])
  expect(unreadColumns(given, typed('Website dynamic'), {})).toMatchObject([
    { column: 2, host: 'go.lasen.vn' },
  ])
})

it('phone numbers without their zero are found and repaired', () => {
  const rows = [{ 'content.phoneNumber': '901234567' }, { 'content.phoneNumber': '0901234567' }] as const
  expect(phonesWithoutZero(rows, typed('Phone'))).toBe(1)
  expect(withZeros(rows, typed('Phone'))[0]).toEqual({ 'content.phoneNumber': '0901234567' })
})

it.each([
  ['Bàn {n}', 'Bàn 07'],
  ['{n}-{n}', '07-07'],
  ['{{n}', '{n}'],
  ['{x}', null],
  ['}', '}'],
])('the number takes its place in %j', (text, made) => {
  expect(filled(text, '07')).toBe(made)
})

it.each([
  ['1', '30', '2', { from: 1, to: 30, step: 1, digits: 2 }],
  ['5', '4', '1', null],
  ['1', '10000', '', { from: 1, to: 10_000, step: 1, digits: 1 }],
  ['1', '10001', '1', null],
  ['', '3', '1', null],
])('a range from %j to %j with %j digits', (from, to, digits, range) => {
  expect(rangeOf({ from, to, digits })).toEqual(range)
})

it('the same id counts once whatever its case, and the same tag', () => {
  const rows = [{ dynamicId: 'A-1' }, { dynamicId: '' }, { dynamicId: 'a-1' }, { dynamicId: '' }]
  expect([...repeatedIds(rows)]).toEqual([2])
  expect(tagsOf('Tầng 1, tầng 1; bàn\n')).toEqual(['tầng 1', 'bàn'])
})
