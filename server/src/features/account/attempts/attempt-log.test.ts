import { expect, test } from 'vitest'
import { testAuthenticator } from '../../../testing/authenticator'
import { testAccounts } from '../../../testing/feature'
import { codeOf, stepAt } from '../second-factor/totp'
import { basic } from '../testing'

const ORIGIN = 'https://app.example.test'
const product = testAccounts({
  APP_URL: ORIGIN,
  LOG_LEVEL: 'info',
  HANDOVER_CODE_ORIGINS: 'https://shop.example',
})

test('each attempt to sign in or to confirm is one line: whose, how, what came of it, and nothing that was typed', async () => {
  const mai = await product.signedIn()
  let addresses = 0
  const post = (url: string, payload?: object, headers = {}) =>
    product.inject({
      method: 'POST',
      url,
      headers,
      remoteAddress: `113.160.7.${++addresses}`,
      ...(payload && { payload }),
    })
  const own = { authorization: `Bearer ${mai.sid}` }
  const result = async (reply: ReturnType<typeof post>) => (await reply).json().result
  const signIn = (username: string, password: string, otp?: string) =>
    post('/identity/users/auth', undefined, {
      ...basic(username, password),
      ...(otp !== undefined && { 'x-otp': otp }),
    })
  const confirm = (body: object) => post('/identity/sessions/current/confirm', body, own)
  const passkey = testAuthenticator(ORIGIN)
  const added = passkey.create(
    (await result(post('/identity/factors/passkeys/options', undefined, own))).options,
  )
  expect((await post('/identity/factors/passkeys', { name: 'PC', credential: added }, own)).statusCode).toBe(
    201,
  )
  const byPasskey = async (tampering = {}) => {
    const { options } = await result(post('/identity/passkeys/sign-in/options'))
    return post('/identity/passkeys/sign-in', { credential: passkey.get(options, tampering) })
  }
  const handOver = async () => {
    const { code } = await result(post('/identity/sessions/code', { origin: 'https://shop.example' }, own))
    return post('/identity/sessions/exchange', { code })
  }
  const asked = await result(post('/identity/sessions/current/confirm/passkey/options', undefined, own))
  const proof = { credential: passkey.get(asked.options) }
  expect((await post('/identity/sessions/current/confirm/passkey', proof, own)).statusCode).toBe(200)
  const { secret } = await result(post('/identity/factors/totp', undefined, own))
  const code = () => codeOf(secret, stepAt(product.clock.now()))
  const enable = product.as(mai)
  const { recoveryCodes } = (
    await enable.inject({ method: 'PUT', url: '/identity/factors/totp', payload: { otp: code() } })
  ).json().result
  product.clock.advance(30_000)
  const typed = ['nobody-here', 'not the password', '000000', mai.password, code(), ...recoveryCodes]

  const password = { event: 'sign-in', method: 'password', factor: 'none', userId: mai.id }
  const cases: [line: object, attempt: () => Promise<unknown>][] = [
    [{ ...password, outcome: 'Unauthorized', userId: undefined }, () => signIn('nobody-here', mai.password)],
    [{ ...password, outcome: 'Unauthorized' }, () => signIn(mai.username, 'not the password')],
    [{ ...password, outcome: 'SecondFactorRequired' }, () => signIn(mai.email, mai.password)],
    [
      { ...password, outcome: 'SecondFactorRequired', fields: { otp: 'wrong-otp' } },
      () => signIn(mai.username, mai.password, '000000'),
    ],
    [{ ...password, factor: 'otp', outcome: 'succeeded' }, () => signIn(mai.username, mai.password, code())],
    [
      { ...password, factor: 'recovery-code', outcome: 'succeeded' },
      () => signIn(mai.username, mai.password, recoveryCodes[0]),
    ],
    [
      { ...password, method: 'passkey', factor: 'passkey', outcome: 'succeeded' },
      () => byPasskey({ counter: 1 }),
    ],
    [
      { ...password, method: 'passkey', outcome: 'PasskeyRefused', userId: undefined },
      () => byPasskey({ counter: 2, flags: 1 }),
    ],
    [{ ...password, method: 'hand-over', outcome: 'succeeded' }, handOver],
    [
      { ...password, method: 'hand-over', outcome: 'LinkExpired', userId: undefined },
      () => post('/identity/sessions/exchange', { code: 'x'.repeat(43) }),
    ],
    [
      {
        ...password,
        event: 'confirmation',
        outcome: 'ValidationError',
        fields: { password: 'wrong-password' },
      },
      () => confirm({ password: 'not the password' }),
    ],
    [
      { ...password, event: 'confirmation', factor: 'recovery-code', outcome: 'succeeded' },
      () => confirm({ password: mai.password, otp: recoveryCodes[1] }),
    ],
  ]
  for (const [line, attempt] of cases) {
    product.logged()
    await attempt()
    const lines = product.logged()
    const [told, ...more] = lines.filter(({ event }) => event !== undefined)
    const { level, time, pid, hostname, reqId, msg, ...fields } = told ?? {}
    expect(fields).toEqual(line)
    expect(more).toEqual([])
    const answered = lines.find((line) => line['reqId'] === reqId && line['msg'] === 'answered')
    expect(answered, 'the request by the same id').toBeDefined()
    for (const secret of typed) expect(JSON.stringify(lines)).not.toContain(secret)
  }

  product.logged()
  await Promise.all(
    Array.from({ length: 21 }, () =>
      product.inject({
        method: 'POST',
        url: '/users/auth',
        remoteAddress: '113.160.8.1',
        headers: basic('nobody-here', 'x'),
      }),
    ),
  )
  const outcomes = product.logged().flatMap(({ event, outcome }) => (event === 'sign-in' ? [outcome] : []))
  expect(outcomes, 'also one that is refused before it is read').toHaveLength(21)
  expect(outcomes).toContain('TooManyRequests')
})
