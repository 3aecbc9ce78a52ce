import { expect, test } from 'vitest'
import { readPhone } from './phone-reading'

test.each([
  ['+84901234567', 'vi', { number: '+84 901 234 567', tones: '', isUnlikely: false, international: null }],
  ['0901 234 567', 'vi', { number: '0901 234 567', international: '+84 901 234 567', isUnlikely: false }],
  ['028 3822 1234 (101)', 'vi', { tones: '101', international: '+84 28 3822 1234,101' }],
  ['+84 (0)28 3822 1234', 'vi', { number: '+84 28 3822 1234', isUnlikely: false, international: null }],
  // The national prefix without brackets is dialled as it is, so it is shown and the right form is offered.
  [
    '+84 028 3822 1234',
    'en',
    { number: '+8402838221234', isUnlikely: true, international: '+84 28 3822 1234' },
  ],
  ['0084 901 234 567', 'vi', { number: '0084901234567', international: '+84 901 234 567' }],
  ['+84 901 234 56', 'vi', { number: '+84 90123456', isUnlikely: true, international: null }],
  ['020 7946 0018', 'en-GB', { number: '020 7946 0018', international: '+44 20 7946 0018' }],
  ['113', 'vi', { number: '113', isUnlikely: false, international: null }],
  ['1900 1234', 'vi', { number: '1900 1234', international: null }],
  ['*101#', 'vi', { number: '*101#', isUnlikely: false, international: null }],
] as const)('%s in %s', (typed, language, reading) => {
  expect(readPhone(typed, [language, 'vi'])).toMatchObject(reading)
})

test.each(['', 'call me', '0901 234 567 - 0907 654 321'])('%j is read as no number', (typed) => {
  expect(readPhone(typed, ['vi'])).toBeNull()
})
