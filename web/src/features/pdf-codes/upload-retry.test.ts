import { expect, test } from 'vitest'
import { ApiError } from '../../lib/api/api-error'
import { ManualTimer } from './testing/manual-timer'
import { type Attempt, withRetries } from './upload-retry'

const failure = (statusCode: number) =>
  new ApiError({ statusCode, error: { code: 'X', message: 'failed' }, message: 'failed' })

/** Answers each try as given; a try without a response lasts until its signal ends it. */
function server(...answers: (number | 'ok' | 'silent')[]) {
  const tries: Attempt[] = []
  const send = (attempt: Attempt): Promise<string> => {
    tries.push(attempt)
    const answer = answers[attempt.number - 1]
    if (answer === 'ok') return Promise.resolve('stored')
    if (typeof answer === 'number') return Promise.reject(failure(answer))
    return new Promise((_resolve, reject) =>
      attempt.signal.addEventListener('abort', () => reject(attempt.signal.reason)),
    )
  }
  return { tries, send }
}

/** What became of a promise, for looking at it before it ends. */
function watched<T>(promise: Promise<T>) {
  const seen: { value?: T; error?: unknown } = {}
  promise.then(
    (value) => {
      seen.value = value
    },
    (error: unknown) => {
      seen.error = error
    },
  )
  return seen
}

test('the third try wins, one second after the first and two after the second', async () => {
  const clock = new ManualTimer()
  const { tries, send } = server(500, 503, 'ok')
  const seen = watched(withRetries(send, { after: clock.after }))
  await clock.pass(999)
  expect(tries).toHaveLength(1)
  await clock.pass(1)
  expect(tries).toHaveLength(2)
  await clock.pass(1999)
  expect(tries).toHaveLength(2)
  expect(seen).toEqual({})
  await clock.pass(1)
  expect(seen).toEqual({ value: 'stored' })
  expect(tries.map(({ number }) => number)).toEqual([1, 2, 3])
  expect(clock.waitingMs).toEqual([])
})

test('after three failures it is told, and nothing more is sent', async () => {
  const clock = new ManualTimer()
  const { tries, send } = server(500, 502, 504, 'ok')
  const seen = watched(withRetries(send, { after: clock.after }))
  await clock.pass(600_000)
  expect(seen.error).toMatchObject({ statusCode: 504 })
  expect(tries).toHaveLength(3)
})

test('a network that fails is tried again', async () => {
  const clock = new ManualTimer()
  const { send } = server(0, 'ok')
  const seen = watched(withRetries(send, { after: clock.after }))
  await clock.pass(1000)
  expect(seen).toEqual({ value: 'stored' })
})

test.each([400, 401, 404, 409, 413, 422, 429, 499])('a refusal of %i stays one', async (status) => {
  const clock = new ManualTimer()
  const { tries, send } = server(status, 'ok')
  const seen = watched(withRetries(send, { after: clock.after }))
  await clock.pass(600_000)
  expect(seen.error).toMatchObject({ statusCode: status })
  expect(tries).toHaveLength(1)
})

test('what is no answer of the server is a fault of ours and not tried again', async () => {
  const clock = new ManualTimer()
  let tries = 0
  const send = () => {
    tries += 1
    return Promise.reject(new TypeError('a fault'))
  }
  const seen = watched(withRetries(send, { after: clock.after }))
  await clock.pass(600_000)
  expect(seen.error).toBeInstanceOf(TypeError)
  expect(tries).toBe(1)
})

test('a try that is silent for 15 seconds has failed; one that moves has not', async () => {
  const clock = new ManualTimer()
  const { tries, send } = server('silent', 'silent', 'silent')
  const seen = watched(withRetries(send, { after: clock.after }))
  await clock.pass(14_999)
  tries[0]?.touch()
  await clock.pass(14_999)
  expect(tries[0]?.signal.aborted).toBe(false)
  await clock.pass(1)
  expect(tries[0]?.signal.aborted).toBe(true)
  await clock.pass(1000)
  expect(tries).toHaveLength(2)
  await clock.pass(15_000 + 2000 + 15_000)
  expect(tries).toHaveLength(3)
  expect(seen.error).toMatchObject({ statusCode: 0, code: 'Timeout' })
})

test('giving up ends the try that runs', async () => {
  const clock = new ManualTimer()
  const { tries, send } = server('silent')
  const cancel = new AbortController()
  const seen = watched(withRetries(send, { after: clock.after, signal: cancel.signal }))
  await clock.pass(10)
  cancel.abort(new Error('enough'))
  await clock.pass(0)
  expect(tries[0]?.signal.aborted).toBe(true)
  expect(seen.error).toMatchObject({ message: 'enough' })
  expect(clock.waitingMs).toEqual([])
})

test('giving up in a pause sends nothing more', async () => {
  const clock = new ManualTimer()
  const { tries, send } = server(500, 'ok')
  const cancel = new AbortController()
  const seen = watched(withRetries(send, { after: clock.after, signal: cancel.signal }))
  await clock.pass(500)
  cancel.abort(new Error('enough'))
  await clock.pass(600_000)
  expect(seen.error).toMatchObject({ message: 'enough' })
  expect(tries).toHaveLength(1)
})
