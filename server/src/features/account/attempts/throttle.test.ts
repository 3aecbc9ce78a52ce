import { expect, test } from 'vitest'
import { testAccounts } from '../../../testing/feature'
import { injectByBrowser } from '../../../testing/proof-of-work'
import { basic } from '../testing'

const product = testAccounts({ APP_URL: 'https://app.test' })
let addresses = 0

/** An address nobody used before. */
const freshAddress = () => `10.${8 + (++addresses >> 16)}.${(addresses >> 8) & 255}.${addresses & 255}`

const trying = (username: string, password: string, remoteAddress = freshAddress()) =>
  ({
    method: 'POST',
    url: '/identity/users/auth',
    remoteAddress,
    headers: basic(username, password),
  }) as const

const signIn = (...credentials: Parameters<typeof trying>) => product.inject(trying(...credentials))
const signInByBrowser = (...credentials: Parameters<typeof trying>) =>
  injectByBrowser(product.inject, trying(...credentials))

let names = 0
async function given(password = 'correct horse battery') {
  const username = `owner-${++names}`
  const home = freshAddress()
  const registered = await injectByBrowser(product.inject, {
    method: 'POST',
    url: '/identity/users',
    remoteAddress: home,
    payload: { username, email: `${username}@example.test`, password, firstName: 'An', lastName: 'Lê' },
  })
  expect(registered.statusCode).toBe(201)
  expect((await signIn(username, password, home)).statusCode).toBe(200)
  return { username, password, home }
}

test('hundreds of failures from as many addresses keep the owner out nowhere', async () => {
  const { username, password, home } = await given()
  const statuses = []
  for (let n = 0; n < 300; n++) statuses.push((await signIn(username, `guess ${n}`)).statusCode)
  expect(statuses).toEqual([...Array(5).fill(401), ...Array(295).fill(428)])
  // The usual place neither waits nor works; a new one works, and does not wait.
  expect((await signIn(username, password, home)).statusCode).toBe(200)
  expect((await signIn(username, password)).statusCode).toBe(428)
  expect((await signInByBrowser(username, password)).statusCode).toBe(200)
})

test('who proves the work for each guess waits longer for each, alone', async () => {
  const { username, password } = await given()
  const guesser = freshAddress()
  for (let n = 0; n < 5; n++) expect((await signIn(username, `guess ${n}`, guesser)).statusCode).toBe(401)
  const waits = []
  for (let n = 0; n < 3; n++) {
    const refused = await signInByBrowser(username, password, guesser)
    expect(refused.statusCode).toBe(429)
    waits.push(Number(refused.headers['retry-after']))
    product.clock.advance(60_000)
    expect((await signInByBrowser(username, 'another guess', guesser)).statusCode).toBe(401)
  }
  expect(waits).toEqual([1, 2, 4])
  expect((await signInByBrowser(username, password)).statusCode).toBe(200)
})

test('the failures of a day count, those of an unknown name alike, and no success', async () => {
  const { username, password } = await given()
  for (let n = 0; n < 8; n++) expect((await signIn(username, password)).statusCode).toBe(200)
  for (const login of [username, 'no-such-user']) {
    for (let n = 0; n < 5; n++) expect((await signIn(login, 'wrong')).statusCode).toBe(401)
    expect((await signIn(login, 'wrong')).statusCode).toBe(428)
    expect((await signInByBrowser(login, 'wrong')).statusCode).toBe(401)
  }
  product.clock.advance(24 * 60 * 60_000)
  expect((await signIn(username, password)).statusCode).toBe(200)
})

test('guesses at once do not slip past the count', async () => {
  const { username } = await given()
  const replies = await Promise.all(Array.from({ length: 40 }, (_, n) => signIn(username, `guess ${n}`)))
  expect(replies.filter(({ statusCode }) => statusCode === 401)).toHaveLength(5)
  expect(replies.filter(({ statusCode }) => statusCode === 428)).toHaveLength(35)
})
