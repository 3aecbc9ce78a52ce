import { afterEach, expect, test } from 'vitest'
import { firstLanguage } from './i18n'

afterEach(() => localStorage.clear())

test.each(['vi', 'en', 'zh-TW', 'ar', 'my'])('lng=%s in the address comes first', async (lng) => {
  localStorage.setItem('userLanguage', 'ko')
  expect(await firstLanguage('browser', `?page=2&lng=${lng}`)).toBe(lng)
})

test.each(['xx', '', 'VI', '<script>', 'vi&lng=en', '../vi', '__proto__'])(
  'lng=%j in the address is ignored: the stored language counts',
  async (lng) => {
    localStorage.setItem('userLanguage', 'ko')
    expect(await firstLanguage('browser', `?${new URLSearchParams({ lng })}`)).toBe('ko')
  },
)

test('a stored language that is none of ours is ignored: the browser decides', async () => {
  localStorage.setItem('userLanguage', 'xx')
  expect(await firstLanguage('browser', '')).toBe(navigator.languages[0]?.slice(0, 2))
})
