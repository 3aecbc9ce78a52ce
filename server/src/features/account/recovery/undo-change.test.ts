import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { testAuthenticator } from '../../../testing/authenticator'
import { type Person, TEST_SETUP_TOKEN, testAccounts } from '../../../testing/feature'
import { inboxOf } from '../../../testing/services/inbox'
import { openMailServer } from '../../../testing/services/mail-server'
import { codeOf, stepAt } from '../second-factor/totp'
import { identityOf } from '../testing'

const APP = 'http://app.localhost'
const server = await openMailServer()
const product = testAccounts({ ...server.env, APP_URL: APP })
const { post, call, signIn } = identityOf(product)
const inbox = inboxOf(product, server)
const NEW_PASSWORD = 'mật khẩu mới: 2'
const CONFIRM = '/sessions/current/confirm'
let mails = 0
let mai: Person

const undo = (token: string) => post('/changes/undo', { token })
const statusOf = async (reply: ReturnType<typeof post>) => (await reply).statusCode
const otpOf = (secret: string) => codeOf(secret, stepAt(product.clock.now()))

async function addPasskey(who: { sid: string }, name: string) {
  const passkey = testAuthenticator(APP)
  const { options } = (await post('/factors/passkeys/options', {}, who)).json().result
  expect(await statusOf(post('/factors/passkeys', { name, credential: passkey.create(options) }, who))).toBe(
    201,
  )
  return passkey
}
async function confirmBy(passkey: ReturnType<typeof testAuthenticator>, who: { sid: string }) {
  const { options } = (await post(`${CONFIRM}/passkey/options`, {}, who)).json().result
  const credential = passkey.get(options, { counter: Math.floor(product.clock.now().getTime() / 1000) })
  expect(await statusOf(post(`${CONFIRM}/passkey`, { credential }, who))).toBe(200)
}
async function addApp(who: { sid: string }): Promise<string> {
  const { secret } = (await post('/factors/totp', {}, who)).json().result
  const enabled = await call(who, 'PUT', '/factors/totp', { otp: otpOf(secret) })
  expect(enabled.statusCode, enabled.body).toBe(200)
  product.clock.advance(30_000)
  return secret
}
const confirmWith = async (secret: string, who: Person) => {
  expect(await statusOf(post(CONFIRM, { password: who.password, otp: otpOf(secret) }, who))).toBe(200)
  product.clock.advance(30_000)
}

/** Moves the account to another mailbox; answers it. */
async function moveTo(who: { sid: string }, name = 'new'): Promise<string> {
  const email = `${name}-${++mails}@example.test`
  expect((await call(who, 'PATCH', '/users/profile', { email })).statusCode).toBe(200)
  const { token } = await inbox.next(email, 'verify-email')
  expect(await statusOf(post('/email/confirm', { token }, who))).toBe(200)
  return email
}
const undoOf = async (address: string, kind: 'email-changed' | 'factor-changed' = 'email-changed') => {
  const { path, token } = await inbox.next(address, kind)
  expect(path.replace(APP, '')).toBe('/account/undo-change')
  return token
}
/** The rest of the way after an undo. */
async function restore(token: string, proof: object = {}) {
  const undone = await undo(token)
  expect(undone.statusCode, undone.body).toBe(200)
  const { recoveryToken } = undone.json().result
  const target = (await post('/recovery/check', { token: recoveryToken })).json().result
  const set = await post('/recovery/set', { token: recoveryToken, newPassword: NEW_PASSWORD, ...proof })
  return { target, set }
}

beforeEach(async () => {
  mai = await product.signedIn()
  const { token } = await inbox.next(mai.email, 'verify-email')
  await post('/email/confirm', { token }, mai)
})

describe('an intruder who knows the password', () => {
  let intruder: Person
  beforeEach(async () => {
    intruder = await product.signInAgain(mai)
  })

  test('changes the address and adds an app and a passkey: the owner’s link takes all of it back', async () => {
    const elsewhere = await moveTo(intruder, 'intruder')
    const secret = await addApp(intruder)
    await confirmWith(secret, intruder)
    const passkey = await addPasskey(intruder, 'Mine now')
    const { target, set } = await restore(await undoOf(mai.email))
    expect(target).toMatchObject({ email: mai.email, asksOtp: false, asksPasskey: false })
    expect(set.statusCode, set.body).toBe(200)
    await inbox.next(mai.email, 'access-removed')
    const owner = (await signIn(mai.email, NEW_PASSWORD)).json().result
    const factors = (await call(owner, 'GET', '/factors')).json().result
    expect(factors).toMatchObject({ totpEnabledAt: null, passkeys: [], recoveryCodesLeft: 0 })
    expect((await call(intruder, 'GET', '/sessions')).statusCode).toBe(401)
    expect((await signIn(elsewhere, mai.password)).statusCode).toBe(401)
    const { options } = (await post('/passkeys/sign-in/options')).json().result
    expect(await statusOf(post('/passkeys/sign-in', { credential: passkey.get(options) }))).toBe(422)
  })

  test('is out at once, before the owner has a new password', async () => {
    await moveTo(intruder, 'intruder')
    expect((await undo(await undoOf(mai.email))).statusCode).toBe(200)
    for (const login of [mai.username, mai.email])
      expect((await signIn(login, mai.password)).statusCode).toBe(401)
    expect((await call(intruder, 'GET', '/sessions')).statusCode).toBe(401)
  })

  test('adds the first factor and nothing else: the mail about it has a link that takes it back', async () => {
    await addApp(intruder)
    const { target, set } = await restore(await undoOf(mai.email, 'factor-changed'))
    expect([target.asksOtp, set.statusCode]).toEqual([false, 200])
    expect((await signIn(mai.email, NEW_PASSWORD)).statusCode).toBe(200)
  })

  test('cannot undo the undoing, by a mail that was sent or one that still waits', async () => {
    const first = await moveTo(intruder, 'intruder')
    const owners = await undoOf(mai.email)
    await moveTo(intruder, 'intruder')
    const sent = await undoOf(first)
    // More changes, whose mails have not left when the owner acts.
    const kinds = ['email-changed', 'factor-changed', 'verify-email']
    for (const kind of kinds)
      await product.database().db.execute(sql`
        insert into mail_outbox (dedupe_key, kind, user_id, address, "values", next_at)
        values (${`waits ${kind}`}, ${kind}, ${mai.id}, ${first},
          ${JSON.stringify({ changedAt: new Date().toISOString() })}, now() + interval '1 hour')`)
    expect((await restore(owners)).set.statusCode).toBe(200)
    expect((await undo(sent)).statusCode).toBe(410)
    const { rows } = (await product
      .database()
      .db.execute(sql`select status from mail_outbox where dedupe_key like 'waits %'`)) as unknown as {
      rows: { status: string }[]
    }
    expect(rows).toEqual(kinds.map(() => ({ status: 'dropped' })))
  })
})

describe('a factor from before the change', () => {
  test('stays and is asked for; what came since is not', async () => {
    const own = await addPasskey(mai, 'Owner')
    await confirmBy(own, mai)
    const elsewhere = await moveTo(mai)
    const later = await addPasskey(mai, 'Intruder')
    const undone = (await undo(await undoOf(mai.email))).json().result
    const token = undone.recoveryToken
    const without = await post('/recovery/set', { token, newPassword: NEW_PASSWORD })
    expect([without.statusCode, without.json().error.code]).toEqual([401, 'SecondFactorRequired'])
    const { options } = (await post('/recovery/passkey/options', { token })).json().result
    expect(options.allowCredentials.map(({ id }: { id: string }) => id)).toEqual([own.id])
    expect(later.id).not.toBe(own.id)
    const credential = own.get(options, { counter: 2_000_000_000 })
    expect(await statusOf(post('/recovery/set', { token, newPassword: NEW_PASSWORD, credential }))).toBe(200)
    expect((await signIn(elsewhere, NEW_PASSWORD)).statusCode).toBe(401)
  })

  test('that was removed since is not asked for: it was in the hands of who removed it', async () => {
    const secret = await addApp(mai)
    await undoOf(mai.email, 'factor-changed')
    await confirmWith(secret, mai)
    await addPasskey(mai, 'Intruder')
    const link = await undoOf(mai.email, 'factor-changed')
    expect((await call(mai, 'DELETE', '/factors/totp')).statusCode).toBe(200)
    const removal = await inbox.next(mai.email, 'factor-changed')
    expect(removal.token, 'a removal has no undo').toBe('')
    const { target, set } = await restore(link)
    expect([target.asksOtp, target.asksPasskey, set.statusCode]).toEqual([false, false, 200])
  })
})

describe('of two old addresses', () => {
  test('the older one takes back what the newer one did, never the other way round', async () => {
    const second = await moveTo(mai)
    await moveTo(mai)
    const [older, newer] = [await undoOf(mai.email), await undoOf(second)]
    expect((await undo(newer)).json().result.email).toBe(second)
    const { recoveryToken } = (await undo(older)).json().result
    expect((await undo(newer)).statusCode).toBe(410)
    expect((await post('/recovery/check', { token: recoveryToken })).json().result.email).toBe(mai.email)
  })

  test('the newer one’s link, and the password link that it gave, are void after the older one’s', async () => {
    const second = await moveTo(mai)
    await moveTo(mai)
    const [older, newer] = [await undoOf(mai.email), await undoOf(second)]
    const stale = (await undo(newer)).json().result.recoveryToken
    expect((await undo(older)).statusCode).toBe(200)
    expect(await statusOf(post('/recovery/check', { token: stale }))).toBe(410)
  })
})

describe('an open link for a password is void after', () => {
  const recover = async () => {
    await post('/recovery', { login: mai.username })
    return (await inbox.next(mai.email, 'recovery')).token
  }
  const byOperator = async (admin: Person) =>
    (await post(`/users/${mai.id}/recovery-link`, { reason: 'called back' }, admin))
      .json()
      .result.url.split('#')[1]
  let admin: Person
  beforeEach(async () => {
    admin = await product.signedIn({ setupToken: TEST_SETUP_TOKEN })
  })

  test.each<[string, () => Promise<unknown>]>([
    [
      'another link sets a password',
      async () => post('/recovery/set', { token: await recover(), newPassword: NEW_PASSWORD }),
    ],
    [
      'an operator’s link sets one',
      async () => post('/recovery/set', { token: await byOperator(admin), newPassword: NEW_PASSWORD }),
    ],
    [
      'the password changes in a session',
      () => call(mai, 'PUT', '/users/password', { currentPassword: mai.password, newPassword: NEW_PASSWORD }),
    ],
    ['the address changes', () => moveTo(mai)],
  ])('%s', async (_, happen) => {
    const tokens = [await recover(), await byOperator(admin)]
    await happen()
    for (const token of tokens) expect(await statusOf(post('/recovery/check', { token }))).toBe(410)
  })

  test('an operator makes a newer one', async () => {
    const older = await byOperator(admin)
    const newer = await byOperator(admin)
    expect(await statusOf(post('/recovery/check', { token: older }))).toBe(410)
    expect(await statusOf(post('/recovery/check', { token: newer }))).toBe(200)
  })

  test('an operator’s link voids the undo of an older mailbox, too; one by mail does not', async () => {
    await moveTo(mai)
    const link = await undoOf(mai.email)
    await post('/recovery/set', { token: await byOperator(admin), newPassword: NEW_PASSWORD })
    expect((await undo(link)).statusCode).toBe(410)
  })
})
