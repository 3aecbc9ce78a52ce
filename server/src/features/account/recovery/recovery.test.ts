import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { query } from '../../../platform/db/database'
import { type Person, TEST_SETUP_TOKEN, testApp } from '../../../testing/app'
import { inboxOf } from '../../../testing/services/inbox'
import { openMailServer } from '../../../testing/services/mail-server'
import { aDynamicCode } from '../../user-codes/testing'
import { codeOf, stepAt } from '../second-factor/totp'
import { identityOf } from '../testing'
import { NEW_PASSWORD, recoveryOf } from './testing'

const server = await openMailServer()
const product = testApp({ ...server.env, SUPPORT_CONTACT: 'help@shop.test' })
const identity = identityOf(product)
const { post, signIn } = identity
const inbox = inboxOf(product, server)
const { recover, setPassword, queued, verified, old } = recoveryOf(product, identity, inbox)
let addresses = 0

const profileOf = async (who: { sid: string }) =>
  (await product.as(who).inject({ url: '/identity/users/profile' })).json().result
const patchProfile = (who: { sid: string }, payload: object) =>
  product.as(who).inject({ method: 'PATCH', url: '/identity/users/profile', payload })
const execute = (statement: ReturnType<typeof sql>) => product.database().db.execute(statement)
describe('an address', () => {
  test('is verified before codes are made, by a link that counts once; old accounts go on', async () => {
    const mai = await product.signedIn()
    expect(await profileOf(mai)).toMatchObject({ emailVerified: false, mustVerifyEmail: true })
    const make = (who: Person, path: string, payload: object = {}) =>
      product.as(who).inject({ method: 'POST', url: `/gateway/api/qrcode${path}`, payload })
    for (const path of ['/user-codes', '/user-codes/bulk', '/dynamic-codes', '/pdf-qrcodes']) {
      const refused = await make(mai, path)
      expect([path, refused.statusCode, refused.json().error.code]).toEqual([path, 403, 'EmailNotVerified'])
    }
    const { path, token } = await inbox.next(mai.email, 'verify-email')
    expect(path).toBe('/account/verify-email')
    expect((await post('/email/verification', {}, mai)).statusCode).toBe(202)
    expect((await inbox.next(mai.email, 'verify-email')).token).not.toBe(token)
    expect((await post('/email/confirm', { token }, mai)).statusCode).toBe(200)
    const again = await post('/email/confirm', { token }, mai)
    expect([again.statusCode, again.json().error.code]).toEqual([410, 'LinkExpired'])
    expect(await profileOf(mai)).toMatchObject({ emailVerified: true, mustVerifyEmail: false })
    expect((await make(mai, '/user-codes', aDynamicCode())).statusCode).toBe(201)
    expect((await post('/email/verification', {}, mai)).statusCode).toBe(409)
    expect((await make(await old(), '/user-codes', aDynamicCode())).statusCode).toBe(201)
  })

  test('that somebody holds registers like a free one, and its holder is told', async () => {
    for (const holder of [await verified(), await old()]) {
      const register = (email: string) =>
        post('/users', {
          username: `other-${++addresses}`,
          email,
          password: 'correct horse battery',
          firstName: 'An',
          lastName: 'Lê',
        })
      const [taken, free] = [
        await register(holder.email.toUpperCase()),
        await register(`free-${++addresses}@example.test`),
      ]
      expect(taken.statusCode).toBe(201)
      expect(free.statusCode).toBe(201)
      expect(Object.keys(taken.json().result)).toEqual(Object.keys(free.json().result))
      expect(Object.keys(taken.headers)).toEqual(Object.keys(free.headers))
      expect(await inbox.next(holder.email, 'address-in-use')).toEqual({
        path: '/account/recovery',
        token: '',
      })
    }
  })

  test('belongs to who proves it first, of several who claimed it', async () => {
    const [first, second] = [await product.signedIn(), await product.signedIn()]
    await execute(sql`update users set email = ${first.email} where id = ${second.id}`)
    const { token } = await inbox.next(first.email, 'verify-email')
    expect((await post('/email/verification', {}, second)).statusCode).toBe(202)
    const other = await inbox.next(first.email, 'verify-email')
    expect((await signIn(first.email, first.password)).statusCode).toBe(401)
    expect((await post('/email/confirm', { token: other.token }, second)).statusCode).toBe(200)
    const late = await post('/email/confirm', { token }, first)
    expect([late.statusCode, late.json().error.fields]).toEqual([409, { email: 'taken' }])
    expect((await signIn(first.email, second.password)).json().result.id).toBe(second.id)
    // The one who lost it needs another address, and recovers by name only their own account.
    expect((await post('/recovery', { login: first.username })).statusCode).toBe(202)
    expect((await queued()).at(-1)).toBe('recovery dropped')
  })

  test.each([
    'evil@x.test\r\nBcc: z@z.test',
    'a@x.test, b@y.test',
    'a@x.test\0',
    '"a b"@x.test',
    'Mai <a@x.test>',
  ])('%j is no address, and no login that mail is sent to', async (text) => {
    const mai = await verified()
    const refused = await patchProfile(mai, { email: text })
    const isCleaned = refused.statusCode === 200
    if (isCleaned) expect(refused.json().result.pendingEmail).toMatch(/^[a-z]+@x\.test$/)
    else expect(refused.statusCode).toBe(422)
    expect([202, 422]).toContain((await post('/recovery', { login: text })).statusCode)
    for (const { envelope } of server.arrived) expect(envelope.to.join()).not.toMatch(/z@z|b@y|[\r\n,<]/)
  })
})

describe('a change of address', () => {
  test('asks who one is, counts once its link is pressed, and the old address may undo it', async () => {
    const mai = await verified()
    const newEmail = `new-${++addresses}@example.test`
    await execute(sql`update sessions set confirmed_at = now() - interval '11 minutes'`)
    expect((await patchProfile(mai, { email: newEmail })).json().error.code).toBe('ConfirmationRequired')
    expect(
      (await patchProfile(mai, { email: mai.email.toUpperCase(), phone: '0901234567' })).statusCode,
    ).toBe(200)
    await execute(sql`update users set email = lower(email)`)
    await execute(sql`update sessions set confirmed_at = now()`)
    const asked = await patchProfile(mai, { email: newEmail })
    expect(asked.json().result).toMatchObject({ email: mai.email, pendingEmail: newEmail })
    const { token } = await inbox.next(newEmail, 'verify-email')
    expect((await post('/email/confirm', { token }, mai)).statusCode).toBe(200)
    expect(await profileOf(mai)).toMatchObject({ email: newEmail, emailVerified: true, pendingEmail: '' })
    const undo = await inbox.next(mai.email, 'email-changed')
    expect(undo.path).toBe('/account/undo-change')

    // An attacker who took the account over changes the address again, and must not be able to undo the undoing.
    const third = `third-${++addresses}@example.test`
    await patchProfile(mai, { email: third })
    await post('/email/confirm', { token: (await inbox.next(third, 'verify-email')).token }, mai)
    const later = await inbox.next(newEmail, 'email-changed')
    const undone = await post('/changes/undo', { token: undo.token })
    expect(undone.json().result.email).toBe(mai.email)
    expect((await product.as(mai).inject({ url: '/identity/users/profile' })).statusCode).toBe(401)
    expect((await post('/changes/undo', { token: later.token })).statusCode).toBe(410)
    expect((await setPassword(undone.json().result.recoveryToken)).statusCode).toBe(200)
    expect((await signIn(mai.email, NEW_PASSWORD)).statusCode).toBe(200)
  })

  test('to an address of somebody else answers alike, and one that is given up voids its link', async () => {
    const [mai, other] = [await verified(), await verified()]
    const taken = await patchProfile(mai, { email: other.email })
    expect([taken.statusCode, taken.json().result.pendingEmail]).toEqual([200, other.email])
    await inbox.next(other.email, 'address-in-use')
    const newEmail = `new-${++addresses}@example.test`
    await patchProfile(mai, { email: newEmail })
    const { token } = await inbox.next(newEmail, 'verify-email')
    const kept = await product.as(mai).inject({ method: 'DELETE', url: '/identity/email/pending' })
    expect(kept.json().result).toMatchObject({ email: mai.email, pendingEmail: '' })
    expect((await post('/email/confirm', { token }, mai)).statusCode).toBe(410)
  })
})

describe('a forgotten password', () => {
  test('is set by a link that counts once, and every session ends', async () => {
    const mai = await old()
    const token = await recover(mai.username, mai.email)
    const second = await recover(mai.email.toUpperCase(), mai.email)
    const target = await post('/recovery/check', { token })
    expect(target.json().result).toEqual({
      username: mai.username,
      email: mai.email,
      asksOtp: false,
      asksPasskey: false,
      isFirstProof: false,
    })
    for (const [newPassword, code] of [
      ['short', 'password-too-short'],
      [`my ${mai.username} book`, 'password-has-username'],
    ]) {
      const refused = await setPassword(token, { newPassword })
      expect([refused.statusCode, refused.json().error.fields]).toEqual([422, { newPassword: code }])
    }
    const set = await Promise.all([setPassword(token), setPassword(token), setPassword(token)])
    expect(set.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410, 410])
    expect(set.find(({ statusCode }) => statusCode === 200)?.json().result).toEqual({
      username: mai.username,
      ended: 1,
    })
    expect((await setPassword(second)).statusCode).toBe(410)
    expect((await signIn(mai.username, mai.password)).statusCode).toBe(401)
    expect((await signIn(mai.email, NEW_PASSWORD)).statusCode).toBe(200)
    const [row] = await query<{ verified: boolean }>(
      product.database().db,
      sql`select email_verified_at is not null as verified from users where id = ${mai.id}`,
    )
    expect(row?.verified).toBe(true)
    await inbox.next(mai.email, 'password-changed')
  })

  test('is asked for with one answer for known and unknown, and three times an hour', async () => {
    const mai = await verified()
    const answers = []
    for (const login of [mai.username, mai.email, 'nobody-of-this-name', 'nobody@example.test'])
      answers.push(await post('/recovery', { login }))
    for (const answer of answers) {
      expect([answer.statusCode, answer.body]).toEqual([202, answers[0]?.body])
      expect(Object.keys(answer.headers)).toEqual(Object.keys(answers[0]?.headers ?? {}))
    }
    for (let i = 0; i < 4; i++)
      expect((await post('/recovery', { login: mai.username })).statusCode).toBe(202)
    const mails = (await queued()).filter((each) => each.startsWith('recovery'))
    expect(mails).toEqual([
      ...['recovery sent', 'recovery sent', 'recovery dropped', 'recovery dropped'],
      ...['recovery sent', 'recovery sent'],
    ])
    const rows = await query<{ row: string }>(
      product.database().db,
      sql`select mail_outbox::text as row from mail_outbox`,
    )
    const { token } = await inbox.next(mai.email, 'recovery')
    expect(rows.map(({ row }) => row).join()).not.toContain(token)
  })

  test.each([
    ['is suspended', sql`update users set suspended_at = now()`],
    ['waited for too long', sql`update one_time_tokens set expires_at = now()`],
    ['has another kind of link', sql`update one_time_tokens set kind = 'verify-email'`],
  ])('is not set by who %s', async (_, happens) => {
    const mai = await verified()
    const token = await recover(mai.username, mai.email)
    await execute(happens)
    expect((await post('/recovery/check', { token })).statusCode).toBe(410)
    expect((await setPassword(token)).statusCode).toBe(410)
    for (const guess of ['', 'x'.repeat(43), token.toUpperCase()])
      expect((await setPassword(guess)).statusCode).toBe(410)
  })

  test('of who has an authenticator app asks for its code; an operator may waive it', async () => {
    const admin = await verified({ setupToken: TEST_SETUP_TOKEN })
    const mai = await verified()
    const factor = (method: 'POST' | 'PUT', payload: object = {}) =>
      product.as(mai).inject({ method, url: '/identity/factors/totp', payload })
    const { secret } = (await factor('POST')).json().result
    const code = (steps: number) => codeOf(secret, stepAt(product.clock.now()) + steps)
    expect((await factor('PUT', { otp: code(0) })).statusCode).toBe(200)
    const token = await recover(mai.username, mai.email)
    expect((await post('/recovery/check', { token })).json().result.asksOtp).toBe(true)
    const outcomes = []
    for (const otp of [undefined, '000000', code(1)]) {
      const { statusCode, ...reply } = await setPassword(token, otp === undefined ? {} : { otp })
      outcomes.push([statusCode, reply.json().error?.code])
    }
    expect(outcomes).toEqual([
      [401, 'SecondFactorRequired'],
      [401, 'SecondFactorRequired'],
      [200, undefined],
    ])
    const wanted = { reason: 'called back', waiveSecondFactor: true }
    const { url } = (await post(`/users/${mai.id}/recovery-link`, wanted, admin)).json().result
    expect((await setPassword(url.split('#')[1])).statusCode).toBe(200)
    expect((await signIn(mai.username, NEW_PASSWORD)).statusCode).toBe(200)
  })
})

test('an operator makes a link that is shown once, recorded, told, and never into a higher account', async () => {
  const admin = await verified({ setupToken: TEST_SETUP_TOKEN })
  const [clerk, mai] = [await verified(), await verified()]
  const make = (who: Person, whom: Person, reason = 'called back') =>
    post(`/users/${whom.id}/recovery-link`, { reason }, who)
  expect((await make(clerk, mai)).statusCode).toBe(403)
  await product.as(admin).inject({
    method: 'PATCH',
    url: `/identity/users/${clerk.id}`,
    payload: { permissions: { users: 6 } },
  })
  expect((await make(clerk, admin)).statusCode).toBe(403)
  expect((await make(clerk, mai, ' ')).json().error.fields).toEqual({ reason: 'required' })
  await execute(sql`update sessions set confirmed_at = null where user_id = ${clerk.id}`)
  expect((await make(clerk, mai)).json().error.code).toBe('ConfirmationRequired')
  await execute(sql`update sessions set confirmed_at = now()`)
  const made = await make(clerk, mai)
  expect(made.statusCode).toBe(201)
  const token = made.json().result.url.replace('http://app.test/account/recovery/set#', '')
  await inbox.next(mai.email, 'recovery-link')
  const history = await product.as(admin).inject({ url: `/identity/users/actions?user=${mai.id}` })
  expect(history.json().result).toMatchObject([
    { action: 'recovery-link', by: clerk.email, reason: 'called back', to: '' },
  ])
  expect(history.body).not.toContain(token)
  expect((await setPassword(token)).statusCode).toBe(200)
  expect((await setPassword(token)).statusCode).toBe(410)
  expect(
    (await post(`/users/00000000-0000-4000-8000-000000000000/recovery-link`, { reason: 'x' }, admin))
      .statusCode,
  ).toBe(404)
})

/** The token of a link that an administrator hands over. */
async function linkOf(admin: Person, whom: Person): Promise<string> {
  const made = await post(`/users/${whom.id}/recovery-link`, { reason: 'called back' }, admin)
  return made.json().result.url.replace('http://app.test/account/recovery/set#', '')
}

test.each([0, 1, 2])(
  'of three open links to a new password number %d voids the others, and nobody else’s',
  async (used) => {
    const admin = await verified({ setupToken: TEST_SETUP_TOKEN })
    const [mai, other] = [await verified(), await verified()]
    const links = [
      await recover(mai.username, mai.email),
      await recover(mai.email, mai.email),
      await linkOf(admin, mai),
    ]
    const ofOther = await recover(other.username, other.email)
    expect((await setPassword(links[used] ?? '')).statusCode).toBe(200)
    for (const link of links) expect((await setPassword(link)).statusCode).toBe(410)
    expect((await setPassword(ofOther)).statusCode).toBe(200)
  },
)

test('of two links of operators the newer one counts', async () => {
  const admin = await verified({ setupToken: TEST_SETUP_TOKEN })
  const mai = await verified()
  const [older, newer] = [await linkOf(admin, mai), await linkOf(admin, mai)]
  expect((await setPassword(older)).statusCode).toBe(410)
  expect((await setPassword(newer)).statusCode).toBe(200)
})

/** How long a link counts (docs/decisions/account-recovery.md), and a call that it allows. */
test.each([
  ['recovery', 30 * 60, '/recovery/check', ({ username, email }: Person) => recover(username, email)],
  [
    ...(['recovery-link', 86_400, '/recovery/check'] as const),
    async (mai: Person) => linkOf(await verified({ setupToken: TEST_SETUP_TOKEN }), mai),
  ],
  [
    'verify-email',
    86_400,
    '/email/confirm',
    async (mai: Person) => (await inbox.next(mai.email, 'verify-email')).token,
  ],
] as const)('a link of the kind %s counts for %d seconds', async (kind, seconds, path, tokenOf) => {
  const mai = kind === 'verify-email' ? await product.signedIn() : await verified()
  const token = await tokenOf(mai)
  const pass = (by: number) =>
    execute(
      sql`update one_time_tokens set expires_at = expires_at - ${by} * interval '1 second' where kind = ${kind}`,
    )
  await pass(seconds + 1)
  expect((await post(path, { token }, mai)).statusCode).toBe(410)
  await pass(-61)
  expect((await post(path, { token }, mai)).statusCode).toBe(200)
})

test('a link of an operator is void once its maker could not make it any more', async () => {
  const admin = await verified({ setupToken: TEST_SETUP_TOKEN })
  const [clerk, second] = [await verified(), await verified()]
  const change = async (whom: Person, payload: object) =>
    expect(
      (
        await product
          .as(admin)
          .inject({ method: 'PATCH', url: `/identity/users/${whom.id}`, payload: { ...payload } })
      ).statusCode,
    ).toBe(200)
  const reset = async () => {
    await change(clerk, { role: 'member', suspended: false, permissions: { users: 6, billing: 0 } })
    return product.signInAgain(clerk)
  }
  const linkOf = async (who: Person, whom: Person) => {
    const reply = await post(
      `/users/${whom.id}/recovery-link`,
      { reason: 'called', waiveSecondFactor: true },
      who,
    )
    return reply.json().result.url.split('#')[1]
  }
  const isVoid = async (token: string) => {
    expect((await post('/recovery/check', { token })).statusCode).toBe(410)
    expect((await setPassword(token)).statusCode).toBe(410)
  }
  for (const [whose, now] of [
    ['target', { role: 'admin' }],
    ['target', { permissions: { billing: 4 } }],
    ['maker', { permissions: { users: 4 } }],
    ['maker', { suspended: true }],
  ] as const) {
    const mai = await verified()
    const token = await linkOf(await reset(), mai)
    await change(whose === 'target' ? mai : clerk, now)
    await isVoid(token)
    // Nothing was used up: with the rights as they were it holds again.
    if (whose === 'target') await change(mai, { role: 'member', permissions: { billing: 0 } })
    else await reset()
    expect((await setPassword(token)).statusCode).toBe(200)
  }
  const mai = await verified()
  await change(second, { role: 'admin' })
  const token = await linkOf(await product.signInAgain(second), admin)
  await change(second, { role: 'member', permissions: { users: 15 } })
  await isVoid(token)
  expect((await setPassword(await linkOf(admin, mai))).statusCode).toBe(200)
})
