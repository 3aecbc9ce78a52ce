import { expect, test } from 'vitest'
import { type Answers, answeredPage, itemOf, NO_ANSWERS, WIZARD_KINDS } from './answers'

const OPTIONS = { language: 'vi', zone: 'Asia/Ho_Chi_Minh', sectionTitle: 'Thực đơn' } as const
const ANSWERS: Answers = {
  ...NO_ANSWERS,
  name: 'Cà phê Lá',
  phone: '0901234567',
  address: '12 Bạch Đằng, Đà Nẵng',
  menu: 'Cà phê sữa 25k\n\nTrà đào: 45.000\nNước theo mùa',
  about: 'Rang tại quán.',
}
const CONTENTS: Partial<Record<string, Record<string, string>>> = {
  contact: { lastName: 'Nguyễn', firstName: 'An', mobilePhone: '0901234567' },
  event: { start: '2026-12-12T19:30', end: '2026-12-12T22:00' },
  pay: { bank: '970436', number: '123456789', accountName: 'NGUYEN AN' },
}

test.each(WIZARD_KINDS)('four answers make a page of %s', (kind) => {
  const { page, problems } = answeredPage(kind, { ...ANSWERS, content: CONTENTS[kind] ?? {} }, OPTIONS)
  expect(problems).toEqual({})
  expect(page.blocks.length).toBeGreaterThan(2)
})

test.each(['menu', 'business', 'place'] as const)('a name is enough for a page of %s', (kind) => {
  expect(answeredPage(kind, { ...NO_ANSWERS, name: 'Lá' }, OPTIONS).problems).toEqual({})
  expect(answeredPage(kind, NO_ANSWERS, OPTIONS).problems).toEqual({ name: 'required' })
})

test.each([
  ['Cà phê sữa 25k', 'Cà phê sữa', '25000'],
  ['Trà đào: 45.000', 'Trà đào', '45000'],
  ['Bạc xỉu … 39.000 ₫', 'Bạc xỉu', '39000'],
  ['Mì Quảng 55.000đ', 'Mì Quảng', '55000'],
  ['Combo 2', 'Combo 2', undefined],
  ['7 Up', '7 Up', undefined],
  ['Nước theo mùa', 'Nước theo mùa', undefined],
  ['Bún 45,5', 'Bún 45,5', undefined],
])('%s is an item with its price', (line, name, price) => {
  expect(itemOf(line, 'vi')).toMatchObject({ name: { vi: name }, ...(price && { price }) })
})

test('a landline has no button of Zalo, and a wrong number is named', () => {
  const landline = answeredPage('menu', { ...ANSWERS, phone: '0236 300 0000' }, OPTIONS)
  expect(landline.page.blocks.map(({ type }) => type)).not.toContain('chat')
  expect(Object.keys(answeredPage('menu', { ...ANSWERS, phone: 'abc' }, OPTIONS).problems)).toEqual(['phone'])
})
