import { expect, test } from 'vitest'
import {
  detectLanguage,
  fallbackLanguages,
  isLanguage,
  LANGUAGE_CODES,
  LANGUAGES,
  languageOf,
  matchAcceptLanguage,
  matchLanguage,
} from './languages'

test('twenty languages, each with a tag that gives Latin digits and the Gregorian calendar', () => {
  expect(new Set(LANGUAGE_CODES).size).toBe(20)
  for (const { intl } of LANGUAGES) {
    expect(new Intl.NumberFormat(intl).format(7)).toBe('7')
    const date = new Intl.DateTimeFormat(intl, { year: 'numeric', timeZone: 'UTC' })
    expect(date.format(Date.UTC(2026, 5, 1))).toContain('2026')
  }
})

test('Arabic alone runs from right to left', () => {
  expect(LANGUAGES.filter(({ dir }) => dir !== 'ltr').map(({ code }) => code)).toEqual(['ar'])
  expect(languageOf('ar').dir).toBe('rtl')
})

test.each(['', 'xx', 'VI', 'zh', 'pt-BR', '<script>', '__proto__', 'toString', null, 3])(
  '%j is no language of ours',
  (code) => {
    expect(isLanguage(code)).toBe(false)
  },
)

test.each([
  ['vi-VN', 'vi'],
  ['en_US', 'en'],
  ['PT-pt', 'pt'],
  ['zh', 'zh-CN'],
  ['zh-SG', 'zh-CN'],
  ['zh-Hans-HK', 'zh-CN'],
  ['zh-Hant', 'zh-TW'],
  ['zh-HK', 'zh-TW'],
  ['zh-MO', 'zh-TW'],
  ['in-ID', 'id'],
  ['fil-PH', null],
  ['nb-NO', null],
  ['', null],
  ['*', null],
])('%j is served in %j', (tag, language) => {
  expect(matchLanguage(tag)).toBe(language)
})

test.each([
  ['fr-CH, fr;q=0.9, en;q=0.8', 'fr'],
  ['en;q=0.5, ja;q=0.9', 'ja'],
  ['nb, de;q=0.4', 'de'],
  ['vi;q=0, en;q=0.1', 'en'],
  ['nb-NO', null],
  ['*', null],
  ['', null],
  [undefined, null],
])('Accept-Language %j gives %j', (header, language) => {
  expect(matchAcceptLanguage(header)).toBe(language)
})

test.each([
  { policy: 'browser', browserLanguages: ['nb', 'ko-KR'], country: 'VN', language: 'ko' },
  { policy: 'browser', browserLanguages: ['nb'], country: 'VN', language: 'vi' },
  { policy: 'browser', browserLanguages: ['nb'], country: 'NO', language: 'en' },
  { policy: 'browser', browserLanguages: [], country: null, language: 'vi' },
  { policy: 'geo', browserLanguages: ['ko-KR'], country: 'VN', language: 'vi' },
  { policy: 'geo', browserLanguages: ['vi-VN'], country: 'JP', language: 'en' },
  { policy: 'geo', browserLanguages: ['ko-KR'], country: null, language: 'vi' },
] as const)('by $policy, $browserLanguages in $country is $language', ({ policy, language, ...hints }) => {
  expect(detectLanguage(policy, hints)).toBe(language)
})

test('a missing text falls back by the policy', () => {
  expect(fallbackLanguages('browser')).toEqual(['en', 'vi'])
  expect(fallbackLanguages('geo')).toEqual(['vi'])
})
