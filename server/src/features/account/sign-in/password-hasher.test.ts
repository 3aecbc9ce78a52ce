import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { AppError } from '../../../platform/app-error'
import { createPasswordHasher } from './password-hasher'

test('a few hash at once, fifty wait, the next are refused at once with a time to come back', async () => {
  const hasher = createPasswordHasher()
  const asked = availableParallelism() + 50 + 10
  const outcomes = await Promise.allSettled(
    Array.from({ length: asked }, () => hasher.verify(null, 'correct horse battery')),
  )
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect(refused).toHaveLength(10)
  for (const reason of refused) {
    expect(reason).toBeInstanceOf(AppError)
    expect(reason).toMatchObject({ code: 'ServiceUnavailable', retryAfterSeconds: 2 })
  }
  expect(await hasher.verify(await hasher.hash('after the rush'), 'after the rush')).toBe(true)
})

test('what is kept of a password is Argon2id at the cost that OWASP asks for', async () => {
  const kept = await createPasswordHasher().hash('correct horse battery')
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})
