import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from './api-error'
import { queryClient } from './query-client'

afterEach(() => vi.restoreAllMocks())

const errorOf = (statusCode: number) =>
  new ApiError({ statusCode, error: { code: 'X', message: '' }, message: '' })

/** How long the attempts are apart, until the failure is told. */
function delaysOf(error: Error): number[] {
  const { retry, retryDelay } = queryClient.getDefaultOptions().queries ?? {}
  if (typeof retry !== 'function' || typeof retryDelay !== 'function') throw new Error('not configured')
  const delays = []
  while (retry(delays.length, error)) delays.push(retryDelay(delays.length, error))
  return delays
}

test.each([
  { what: 'no answer', error: errorOf(0), isOnline: true, attempts: 3 },
  { what: 'an error of the server', error: errorOf(503), isOnline: true, attempts: 3 },
  { what: 'a refusal', error: errorOf(403), isOnline: true, attempts: 1 },
  { what: 'no network', error: errorOf(0), isOnline: false, attempts: 1 },
])('$what is told after $attempts attempts, within two seconds', ({ error, isOnline, attempts }) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  const delays = delaysOf(error)
  expect(delays).toHaveLength(attempts - 1)
  expect(delays.reduce((sum, delay) => sum + delay, 0)).toBeLessThan(2000)
})
