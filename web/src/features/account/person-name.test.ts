import { expect, test } from 'vitest'
import { initialOf } from './person-name'

test.each([
  ['An', 'A'],
  ['ánh', 'Á'],
  ['a\u0301nh', 'Á'],
  ['đỗ', 'Đ'],
  [' Minh', 'M'],
  ['क्षमा', 'क्ष'],
  ['김', '김'],
  ['\u1100\u1161', '가'],
  ['ກິ່ງ', 'ກິ່'],
  ['👩‍👧 Lan', '👩‍👧'],
  ['7-Eleven', '7'],
])('the initial of %s is %s', (firstName, initial) => {
  expect(initialOf({ firstName, lastName: 'Trần', email: 'x@example.com', phone: '' })).toBe(initial)
})

test('an e-mail address stands for a name that is missing', () => {
  expect(initialOf({ firstName: '', lastName: '', email: 'lan@example.com', phone: '' })).toBe('L')
  expect(initialOf({ firstName: '太郎', lastName: '山田', email: '', phone: '' })).toBe('山')
})
