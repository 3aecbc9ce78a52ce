import { expect, test } from 'vitest'
import { languageSearch, listSearch, parseSearch, stringifySearch } from './search'

test('search values are plain text, whatever they look like', () => {
  const search = { id: '123', sid: '1e5', code: 'true', q: '"a" & b=c' }
  expect(parseSearch(stringifySearch(search))).toEqual(search)
  expect(stringifySearch({ page: 2, code: undefined, lng: 'vi' })).toBe('?page=2&lng=vi')
  expect(stringifySearch({})).toBe('')
})

test.each([
  ['?page=2&limit=20&code=x', { page: 2, limit: 20, code: 'x' }],
  ['?q=tết&contentType=VCard&tag=a&sort=-name', { q: 'tết', contentType: 'VCard', tag: 'a', sort: '-name' }],
  ['?page=-1&limit=1e309', {}],
  ['?page=1.5&limit=0', {}],
  ['?page=abc&limit=&code=', {}],
  ['?limit=1000000', { limit: 100 }],
])('a list reads %s as %j', (search, expected) => {
  expect(listSearch(parseSearch(search))).toEqual(expected)
})

test('an unknown language is no language', () => {
  expect(languageSearch({ lng: 'ar' })).toEqual({ lng: 'ar' })
  expect(languageSearch({ lng: '<script>' })).toEqual({})
})
