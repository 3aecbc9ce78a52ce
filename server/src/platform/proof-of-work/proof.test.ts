import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/app'
import { challengeOf } from '../../testing/proof-of-work'
import { proofJobs } from '.'
import { newChallenge } from './challenge'
import { readToday } from './repository'
import { solveProof } from './solve'
import { usedProofs } from './table'

const product = testApp({
  APP_URL: 'https://app.test',
  SMTP_URL: 'smtp://localhost:2525',
  MAIL_FROM: 'a@example.test',
})
let names = 0

function register(proof?: string, details: Record<string, string> = {}) {
  const username = `proof-${++names}`
  return product.inject({
    method: 'POST',
    url: '/identity/users',
    remoteAddress: `10.1.${names >> 8}.${names & 255}`,
    ...(proof !== undefined && { headers: { 'x-proof': proof } }),
    payload: {
      username,
      email: `${username}@example.test`,
      password: 'correct horse battery',
      firstName: 'An',
      lastName: 'Lê',
      ...details,
    },
  })
}

const recover = (proof?: string) =>
  product.inject({
    method: 'POST',
    url: '/identity/recovery',
    ...(proof !== undefined && { headers: { 'x-proof': proof } }),
    payload: { login: 'nobody' },
  })

test('a registration is repeated with the proof that the refusal asks for, which counts once', async () => {
  const asked = await register()
  expect(asked.statusCode).toBe(428)
  expect(asked.json().error.code).toBe('ProofRequired')
  const proof = await solveProof(challengeOf(asked))
  expect((await register(proof)).statusCode).toBe(201)
  const again = await register(proof)
  expect(again.statusCode).toBe(428)
  expect(challengeOf(again)).not.toBe(challengeOf(asked))
})

test('of a proof that is sent many times at once, one counts, whatever its counter says', async () => {
  const [challenge, counter, key] = (await solveProof(challengeOf(await register()))).split('.')
  const proofs = Array.from({ length: 10 }, (_, n) => `${challenge}.${Number(counter) + n}.${key}`)
  const replies = await Promise.all(proofs.map((proof) => register(proof)))
  const statuses = replies.map(({ statusCode }) => statusCode).sort()
  expect(statuses).toEqual([201, ...Array(9).fill(428)])
})

test('nothing but a proof of its own purpose, as it was signed, is let through', async () => {
  const proof = await solveProof(challengeOf(await register()))
  const [challenge = '', counter, key = ''] = proof.split('.')
  const changed = (change: (parameters: Record<string, unknown>) => void, signature?: string) => {
    const json = JSON.parse(Buffer.from(challenge, 'base64url').toString())
    change(json.parameters)
    if (signature !== undefined) json.signature = signature
    return `${Buffer.from(JSON.stringify(json)).toString('base64url')}.${counter}.${key}`
  }
  const refused = [
    '',
    'x',
    `${challenge}.${counter}`,
    `${challenge}.${counter}.${key.replace(/./, (digit) => (digit === '0' ? '1' : '0'))}`,
    `${challenge}.99999999999.${key}`,
    `${Buffer.from('null').toString('base64url')}.1.${key}`,
    `${Buffer.from('{').toString('base64url')}.1.${key}`,
    changed((parameters) => Object.assign(parameters, { cost: 2 })),
    changed((parameters) => Object.assign(parameters, { data: null })),
    changed((parameters) => Object.assign(parameters.data as object, { expiresAt: 9_999_999_999 })),
    changed((parameters) => Object.assign(parameters.data as object, { day: '2020-01-01' })),
    changed((parameters) => Object.assign(parameters.data as object, { day: '2020-99-99' })),
    changed(() => undefined, ''),
    await solveProof(challengeOf(await recover())),
  ]
  for (const each of refused) expect((await register(each)).statusCode, each).toBe(428)
  expect((await recover(proof)).statusCode).toBe(428)
  expect((await register(proof)).statusCode).toBe(201)
})

test('a proof expires by the clock of the database, and is then forgotten', async () => {
  const { db } = product.database()
  const { now, ...signing } = await readToday(db)
  const expiring = (seconds: number) =>
    newChallenge('recovery', { ...signing, expiresAt: now + seconds, cost: 1 }).then(solveProof)
  expect((await recover(await expiring(-1))).statusCode).toBe(428)
  const proof = await expiring(3600)
  expect((await recover(proof)).statusCode).toBe(202)
  for (const { run } of proofJobs(product.database())) await run()
  expect((await recover(proof)).statusCode).toBe(428)
  await db.update(usedProofs).set({ expiresAt: sql`now() - interval '1 second'` })
  for (const { run } of proofJobs(product.database())) await run()
  expect(await db.$count(usedProofs)).toBe(0)
})

test('the setup token is proof enough, and who sends a body that is refused need not solve anything', async () => {
  const wrong = await register(undefined, { setupToken: 'not-the-token' })
  expect(wrong.json().error.fields).toEqual({ setupToken: 'wrong-setup-token' })
  expect((await register(undefined, { email: 'x' })).statusCode).toBe(422)
})
