import { expect, test } from 'vitest'
import { websiteOf } from '../../lib/stored-content'
import { summaryOf } from './code-content'

test.each([
  ['{"content":"https://a.example/"}', 'https://a.example/'],
  ['{"content":""}', null],
  ['{"content":5}', null],
  ['null', null],
  ['[]', null],
  ['"text"', null],
  ['{not json', null],
])('the address in %s', (codeContent, address) => expect(websiteOf({ codeContent })).toBe(address))

test.each([
  ['Website', { content: 'https://a.example/' }, 'https://a.example/', undefined],
  ['Facebook Url', { facebookUrl: 'https://facebook.com/a' }, undefined, 'facebook.com/a'],
  ['Facebook share', { shareFacebook: 'https://facebook.com/b' }, undefined, 'facebook.com/b'],
  ['VCard', { firstName: 'An', lastName: 'Trần', companyName: ' ', email: 'a@b.vn' }, 'Trần An', 'a@b.vn'],
  ['VCard', { firstName: 'An', lastName: 'Trần', fullName: 'An T.' }, 'An T.', undefined],
  ['Text', { plainText: '  first\nsecond' }, 'first', undefined],
  ['Email', { emailTabE: 'a@b.vn', titleTabE: 'Hi', contentTabE: 'x' }, 'a@b.vn', 'Hi'],
  ['Email', { titleTabE: 'Hi' }, 'Hi', undefined],
  ['Phone', { phoneNumber: '028 1' }, '028 1', undefined],
  ['Wifi', { ssid: 'Guest', passWifi: 'secret' }, undefined, 'SSID: Guest'],
  ['SMS', { smsNumber: '8000', smsContent: 'DK' }, undefined, 'DK → 8000'],
  ['Something new', { content: 'x' }, undefined, undefined],
])('a %s with %j is summed up', (contentType, content, title, line) => {
  const code = { contentType, codeContent: JSON.stringify(content) }
  const summary = summaryOf(code, (_, { text, number }) => `${text} → ${number}`)
  expect([summary.title, summary.line]).toEqual([title, line])
})

test('a row that cannot be read has no summary', () => {
  expect(summaryOf({ contentType: 'Wifi', codeContent: '{' }, () => '')).toEqual({})
})
