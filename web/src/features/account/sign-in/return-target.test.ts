import { expect, test } from 'vitest'
import { allowedTarget, handOverAddress } from './return-target'

const OURS = ['https://app.example.vn', 'http://localhost:3000']

test.each([
  'https://evil.example/auth',
  'http://app.example.vn/auth',
  'https://app.example.vn:8443/auth',
  'https://app.example.vn.evil.example/auth',
  'https://app.example.vn@evil.example/auth',
  'https://user:word@app.example.vn/auth',
  'https:app.example.vn/auth',
  '//app.example.vn/auth',
  '/auth',
  'javascript:alert(1)//https://app.example.vn',
  'data:text/html,x',
  'https://',
  '',
  null,
  undefined,
])('a session is not handed to %j', (redirect) => {
  expect(allowedTarget(redirect, OURS)).toBeNull()
})

test('an allowed origin gets the session, with the state and the language of its own', () => {
  const target = allowedTarget('http://localhost:3000/auth?lng=ar&sid=other', OURS)
  const address = target && handOverAddress(target, { id: 'u1', sid: 's1' }, 'vi', 'x&y')
  expect(address).toBe('http://localhost:3000/auth?lng=vi&sid=s1&id=u1&state=x%26y')
})

test('an origin that takes a code gets nothing of the session', () => {
  const address = handOverAddress(new URL('https://app.example.vn/in?a=1'), { code: 'c1' }, 'vi', '')
  expect(address).toBe('https://app.example.vn/in?a=1&code=c1&lng=vi')
})
