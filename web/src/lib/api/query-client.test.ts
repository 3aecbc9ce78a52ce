import { QueryObserver, queryOptions } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from './api-error'
import { putData, queryClient } from './query-client'

afterEach(() => {
  vi.restoreAllMocks()
  queryClient.clear()
})

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

/** A query on screen, whose calls are answered when the test says so. */
function onScreen() {
  const calls: ((answer: string) => void)[] = []
  const query = queryOptions({
    queryKey: ['on-screen'],
    queryFn: () => new Promise<string>((resolve) => calls.push(resolve)),
  })
  new QueryObserver(queryClient, query).subscribe(() => {})
  const shown = () => queryClient.getQueryData(query.queryKey)
  const settled = () => vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
  return { ...query, calls, shown, settled }
}

test('the first answer of a query does not count when it was on its way before a change', async () => {
  const { queryKey, calls, shown, settled } = onScreen()
  void queryClient.invalidateQueries({ queryKey })
  for (const [call, answer] of ['before the change', 'after it'].entries()) calls[call]?.(answer)
  await settled()
  expect(shown()).toBe('after it')
})

test('what is fetched by itself is not cancelled by a change', async () => {
  let answer: (text: string) => void = () => {}
  const queryFn = () => new Promise<string>((resolve) => (answer = resolve))
  const fetched = queryClient.fetchQuery({ queryKey: ['by-itself'], queryFn })
  void queryClient.invalidateQueries({ queryKey: ['by-itself'] })
  answer('a page of results')
  expect(await fetched).toBe('a page of results')
})

test('what is put on screen stays when an older answer comes', async () => {
  const { queryKey, calls, shown, settled } = onScreen()
  calls[0]?.('before the change')
  await settled()
  void queryClient.refetchQueries({ queryKey })
  putData(queryClient, queryKey, 'after it')
  calls[1]?.('before the change')
  await settled()
  expect(shown()).toBe('after it')
})

test('a change of data that has not come yet asks for them again', async () => {
  const { queryKey, calls, shown, settled } = onScreen()
  putData(queryClient, queryKey, (data) => data && `${data}, changed`)
  for (const [call, answer] of ['before the change', 'after it'].entries()) calls[call]?.(answer)
  await settled()
  expect(shown()).toBe('after it')
})
