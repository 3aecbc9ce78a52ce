import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { AppError } from '../../../platform/app-error'
import { inLane } from '../../../platform/fair-queue/lane'
import { createPasswordHasher } from './password-hasher'

test('few hash at once and few wait of a network and of all; the next are refused with a time to come back', async () => {
  const hasher = createPasswordHasher()
  const verify = (lane: string) => inLane(lane, () => hasher.verify(null, 'correct horse battery'))
  const perLane = Math.max(1, availableParallelism() - 1) + 20
  const flood = Array.from({ length: perLane + 10 }, () => verify('flood'))
  const others = ['a', 'b', 'c'].map(verify)
  const outcomes = await Promise.allSettled(flood)
  await Promise.all(others)
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect(refused).toHaveLength(10)
  for (const reason of refused) {
    expect(reason).toBeInstanceOf(AppError)
    expect(reason).toMatchObject({ code: 'TooManyAtOnce', retryAfterSeconds: 5 })
  }
  expect(await hasher.verify(await hasher.hash('after the rush'), 'after the rush')).toBe(true)
})

test('what is kept of a password is Argon2id at the cost that OWASP asks for', async () => {
  const kept = await createPasswordHasher().hash('correct horse battery')
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})
