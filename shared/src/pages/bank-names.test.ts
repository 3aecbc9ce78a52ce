import { describe, expect, test } from 'vitest'
import { claimOf, suspectNamesIn } from './bank-names'
import { type Page, readPage } from './page'

function page(more: Record<string, unknown>): Page {
  const { page: read, fields } = readPage({
    ...{
      kind: 'business',
      name: { vi: 'Cà phê Lá' },
      languages: ['vi'],
      zone: 'Asia/Ho_Chi_Minh',
      blocks: [],
    },
    ...more,
  })
  if (!read) throw new Error(JSON.stringify(fields))
  return read
}
const named = (name: string) => suspectNamesIn(page({ name: { vi: name } }))
const linking = (title: string, address: string) =>
  page({ blocks: [{ type: 'links', links: [{ title: { vi: title }, address }] }] })

describe('a bank is found', () => {
  test.each([
    ['Vietcombank', 'as it is written'],
    ['VIETCOM BANK', 'in two words'],
    ['Viết Cõm Bánk', 'with accents'],
    ['V1etc0mb4nk', 'with digits for letters'],
    ['Vіеtсоmbаnk', 'in Cyrillic letters'],
    ['Vιετcοmbank', 'in Greek letters'],
    ['Ｖｉｅｔｃｏｍｂａｎｋ', 'in wide letters'],
    ['𝗩𝗶𝗲𝘁𝗰𝗼𝗺𝗯𝗮𝗻𝗸', 'in mathematical letters'],
    ['ⓋⒾⒺⓉⒸⓄⓂⒷⒶⓃⓀ', 'in circles'],
    ['🅥🅘🅔🅣🅒🅞🅜🅑🅐🅝🅚', 'in black circles'],
    ['ᴠɪᴇᴛᴄᴏᴍʙᴀɴᴋ', 'in small capitals'],
    ['Viet\u200bcom\u00adbank', 'with characters that nobody sees'],
    ['Vietcornbank', 'with r and n for m'],
    ['V.i.e.t.c.o.m.b.a.n.k', 'with dots'],
    ['Ngân hàng Ngoại thương', 'by its full name'],
  ])('%s, %s', (name) => {
    expect(named(name)).toEqual(['Vietcombank'])
  })

  test.each([
    ['Thẻ ACB', 'ACB'],
    ['A C B', 'ACB'],
    ['MB Bank', 'MB'],
    ['ngân hàng MB', 'MB'],
    ['Cake bank', 'CAKE'],
    ['Bank of HSBC', 'HSBC'],
  ])('%s', (name, bank) => {
    expect(named(name)).toContain(bank)
  })

  test('in the line, a text, a dish and the host of a link', () => {
    expect(suspectNamesIn(page({ line: { vi: 'Chi nhánh Techcombank' } }))).toEqual(['Techcombank'])
    const text = { type: 'text', text: { vi: 'Hỗ trợ BIDV' } }
    expect(suspectNamesIn(page({ blocks: [text] }))).toEqual(['BIDV'])
    expect(suspectNamesIn(linking('Xem', 'https://vietcombank-the.example/'))).toEqual(['Vietcombank'])
  })

  test('and a link that asks for secrets', () => {
    expect(suspectNamesIn(linking('Đăng nhập ngay', 'https://a.example/'))).toEqual(['đăng nhập'])
    expect(suspectNamesIn(linking('Nhập 0TP', 'https://a.example/'))).toEqual(['OTP'])
  })
})

test.each([
  'Cà phê Lá',
  'Bánh cake và trà đào',
  'Timo Nguyễn',
  'Tiệm hoa Công Bằng',
  'Wi-Fi 100 MB',
  'Bún bò ACBD',
  'Trà ô long',
])('%s names none', (name) => {
  expect(named(name)).toEqual([])
})

test('an account to be paid to names its bank by number alone, and is not held', () => {
  const content = { bank: '970436', number: '0123456789', accountName: 'CA PHE LA' }
  expect(suspectNamesIn(page({ kind: 'pay', blocks: [{ type: 'pay', content }] }))).toEqual([])
})

test('an address that was typed without https is judged by its host as well', () => {
  const contact = (websiteUrl: string) =>
    page({
      ...{ kind: 'contact', name: { vi: 'ACB' } },
      blocks: [{ type: 'contact', content: { firstName: 'An', lastName: 'Lê', websiteUrl } }],
    })
  expect(claimOf(contact('a.example'))).toBe(claimOf(contact('https://a.example/card')))
  expect(claimOf(contact('b.example'))).not.toBe(claimOf(contact('a.example')))
})

test('what was approved stays so until name, line, banks or hosts of links change', () => {
  const text = (words: string) => ({ type: 'text', text: { vi: words } })
  const links = (address: string) => ({ type: 'links', links: [{ title: { vi: 'Xem' }, address }] })
  const approved = page({ blocks: [text('Nhận BIDV'), links('https://a.example/1')] })
  const claim = claimOf(approved)
  expect(claimOf(page({ blocks: [text('Có nhận BIDV'), links('https://a.example/2')] }))).toBe(claim)
  for (const other of [
    page({ blocks: [text('Nhận BIDV và ACB'), links('https://a.example/1')] }),
    page({ blocks: [text('Nhận BIDV'), links('https://b.example/1')] }),
    page({ name: { vi: 'BIDV' }, blocks: [text('Nhận BIDV'), links('https://a.example/1')] }),
  ])
    expect(claimOf(other)).not.toBe(claim)
})
