import type { PublicConfig } from '@scanleaf/shared'
import { afterEach, expect, test } from 'vitest'
import { finishSignIn, isOwnSignIn, startSignIn } from './sign-in'

const config = { hasEmbeddedAccount: false, accountUrl: 'https://account.example.vn' } as PublicConfig

afterEach(() => sessionStorage.clear())

test('a sign-in starts at the account service, which is told the way back and a value to return', () => {
  const url = new URL(startSignIn(config, 'ar', '/static-codes?page=2'))
  expect(url.origin + url.pathname).toBe('https://account.example.vn/account/login')
  expect(url.searchParams.get('redirect')).toBe(`${window.location.origin}/auth`)
  expect(url.searchParams.get('lng')).toBe('ar')
  expect(isOwnSignIn(url.searchParams.get('state') ?? '')).toBe(true)
  expect(finishSignIn('vi')).toBe('/static-codes?page=2&lng=vi')
})

test('a state of somebody else, or none, is not ours', () => {
  expect(isOwnSignIn('')).toBe(false)
  startSignIn(config, 'vi', '/')
  expect(isOwnSignIn('')).toBe(false)
  expect(isOwnSignIn('guessed')).toBe(false)
})

test('a sign-in counts once', () => {
  const state = new URL(startSignIn(config, 'vi', '/')).searchParams.get('state') ?? ''
  finishSignIn('vi')
  expect(isOwnSignIn(state)).toBe(false)
})

test.each(['//evil.example', 'https://evil.example', 'not json', '/\\evil.example'])(
  'a stored way back of %j leads home',
  (returnPath) => {
    sessionStorage.setItem('signIn', JSON.stringify({ state: 's', returnPath }))
    expect(finishSignIn('vi')).toBe('/?lng=vi')
  },
)

test('an unreadable stored value leads home', () => {
  sessionStorage.setItem('signIn', '{')
  expect(finishSignIn('vi')).toBe('/?lng=vi')
})
