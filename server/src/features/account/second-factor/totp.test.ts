import { expect, test } from 'vitest'
import { base32, codeOf, newSecret, otpauthUri, stepAt, stepOfCode } from './totp'

const SECRET = base32(Buffer.from('12345678901234567890'))

// RFC 6238 appendix B, the rows of SHA-1; an app shows the last six of its eight digits.
test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('the code at second %d is that of the RFC', (second, digits) => {
  const now = new Date(second * 1000)
  expect(codeOf(SECRET, stepAt(now))).toBe(digits.slice(2))
  expect(stepOfCode(SECRET, digits.slice(2), now)).toBe(stepAt(now))
})

test('a code counts in its step, the one before and the one after', () => {
  const now = new Date(1_234_567_890_000)
  const found = [-2, -1, 0, 1, 2].map((offset) =>
    stepOfCode(SECRET, codeOf(SECRET, stepAt(now) + offset), now),
  )
  expect(found).toEqual([null, stepAt(now) - 1, stepAt(now), stepAt(now) + 1, null])
})

test.each(['', '12345', '1234567', '١٢٣٤٥٦', ' 12345', '12345\n'])('%j is no code', (text) => {
  expect(stepOfCode(SECRET, text, new Date(59_000))).toBeNull()
})

test('a secret is 160 bits of its own, and stands in an address that apps read', () => {
  const secrets = [newSecret(), newSecret()]
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(secrets[0]).not.toBe(secrets[1])
  const uri = new URL(otpauthUri(SECRET, 'Mã & QR', 'mai:an'))
  expect([uri.protocol, uri.host, uri.searchParams.get('issuer')]).toEqual(['otpauth:', 'totp', 'Mã & QR'])
  expect(uri.searchParams.get('secret')).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  expect(uri.pathname.split(':')).toHaveLength(2)
})
