import type { RegistrationMode } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Person, TEST_SETUP_TOKEN, testApp } from '../../../testing/app'
import { inboxOf } from '../../../testing/services/inbox'
import { openMailServer } from '../../../testing/services/mail-server'
import { basic } from '../testing'
import { openAccount, type WayIn } from './open-account'

const servers = [await openMailServer(), await openMailServer()] as const
const PASSWORD = 'correct horse battery'
let people = 0

type Product = ReturnType<typeof testApp>

/** Calls from an address of their own, so that no limit of one is met. */
function callsOf(product: Product) {
  const call = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, who?: { sid: string }) =>
    (who ? product.as(who) : product).inject({
      method,
      url: `/identity${url}`,
      remoteAddress: `10.6.${++people >> 8}.${people & 255}`,
      ...(payload && { payload }),
    })
  const register = (more: object = {}) =>
    call('POST', '/users', {
      username: `guest-${++people}`,
      email: `guest-${people}@example.test`,
      password: PASSWORD,
      firstName: 'Mai',
      lastName: 'Lê',
      ...more,
    })
  const signIn = async (username: string, password = PASSWORD) => {
    const headers = basic(username, password)
    const reply = await product.inject({ method: 'POST', url: '/identity/users/auth', headers })
    return { status: reply.statusCode, code: reply.json().error?.code, sid: reply.json().result?.sid }
  }
  return { call, register, signIn }
}

const refusal = (reply: { statusCode: number; json(): { error?: { code: string } } }) =>
  [reply.statusCode, reply.json().error?.code] as const

describe('by approval', () => {
  const product = testApp({ ...servers[0].env, REGISTRATION: 'approval' })
  const inbox = inboxOf(product, servers[0])
  const { call, register, signIn } = callsOf(product)
  let admin: Person
  beforeEach(async () => {
    admin = await product.signedIn({ setupToken: TEST_SETUP_TOKEN })
  })
  const decide = (id: string, payload: object, who = admin) =>
    call('POST', `/users/${id}/approval`, payload, who)
  const waiting = async () => (await call('GET', '/users?approval=waiting&limit=1', undefined, admin)).json()
  const arrive = async (username: string) => (await register({ username })).json().result.id as string

  test('the first administrator is let in, others wait until one press lets them in, and are told', async () => {
    expect((await product.inject('/config')).json().result.registration).toBe('approval')
    const id = await arrive('mai')
    expect(await signIn('mai', 'wrong password')).toMatchObject({ status: 401, code: 'Unauthorized' })
    for (let tries = 0; tries < 12; tries++)
      expect(await signIn('mai')).toMatchObject({ status: 403, code: 'AccountWaits' })
    expect(await waiting()).toMatchObject({
      result: [{ username: 'mai', approval: 'waiting' }],
      meta: { total: 1 },
    })
    const approved = await decide(id, { isApproved: true })
    expect(approved.json().result).toMatchObject({ id, approval: 'approved' })
    await inbox.next(approved.json().result.email, 'account-approved')
    expect(await waiting()).toMatchObject({ result: [], meta: { total: 0 } })
    expect((await signIn('mai')).status).toBe(200)
    expect(refusal(await decide(id, { isApproved: false, reason: 'changed my mind' }))).toEqual([
      409,
      'Conflict',
    ])
  })

  test('a refusal needs a reason, is told with it, and can be taken back', async () => {
    const id = await arrive('spam')
    const silent = await decide(id, { isApproved: false, reason: ' ' })
    expect([silent.statusCode, silent.json().error.fields]).toEqual([422, { reason: 'required' }])
    const reason = 'Nobody here knows you.'
    const refused = await decide(id, { isApproved: false, reason })
    expect(refused.json().result).toMatchObject({ approval: 'refused' })
    await inbox.next(refused.json().result.email, 'account-refused')
    expect(await signIn('spam')).toMatchObject({ status: 403, code: 'AccountRefused' })
    expect(refusal(await decide(id, { isApproved: false, reason }))).toEqual([409, 'Conflict'])
    expect((await decide(id, { isApproved: true })).statusCode).toBe(200)
    expect((await signIn('spam')).status).toBe(200)
    const history = await call('GET', `/users/actions?user=${id}`, undefined, admin)
    expect(history.json().result).toMatchObject([
      { action: 'approve', by: admin.email, reason: '' },
      { action: 'refuse', by: admin.email, reason },
    ])
  })

  test('a session holds only while its account is let in', async () => {
    const id = await arrive('early')
    await product.database().db.execute(sql`update users set approved_at = now() where id = ${id}`)
    const { sid } = await signIn('early')
    await product.database().db.execute(sql`update users set approved_at = null where id = ${id}`)
    const verify = () => product.inject({ url: '/verify-session', headers: { 'x-session-id': sid } })
    expect((await verify()).statusCode).toBe(401)
    await decide(id, { isApproved: true })
    expect((await verify()).statusCode).toBe(200)
  })
})

describe('by invitation', () => {
  const product = testApp({ ...servers[1].env, REGISTRATION: 'invite' })
  const inbox = inboxOf(product, servers[1])
  const { call, register, signIn } = callsOf(product)
  let admin: Person
  beforeEach(async () => {
    admin = await product.signedIn({ setupToken: TEST_SETUP_TOKEN })
  })
  const invite = async (payload: object = {}) =>
    (await call('POST', '/invitations', payload, admin)).json().result
  const open = async () => (await call('GET', '/invitations', undefined, admin)).json().result
  const tokenOf = ({ url }: { url: string }) => url.replace('http://app.test/account/register#', '')
  const check = (token: string) => call('POST', '/invitations/check', { token })
  async function invitedBy(who: { sid: string }, username: string): Promise<{ sid: string }> {
    const { result } = (await call('POST', '/invitations', {}, who)).json()
    await register({ invitation: tokenOf(result), username })
    return signIn(username)
  }

  test('a link lets one person in, of ten at once; a refused form leaves it, and the history says who invited', async () => {
    expect(refusal(await register())).toEqual([403, 'InvitationRequired'])
    expect(refusal(await register({ invitation: 'guessed' }))).toEqual([410, 'LinkExpired'])
    const invitation = await invite()
    const token = tokenOf(invitation)
    expect(await open()).toEqual([
      {
        id: invitation.id,
        email: '',
        createdBy: admin.email,
        createdAt: expect.any(String),
        expiresAt: expect.any(String),
      },
    ])
    expect(Date.parse(invitation.expiresAt) - Date.parse(invitation.createdAt)).toBe(7 * 24 * 3600_000)
    expect((await register({ invitation: token, username: admin.username })).statusCode).toBe(409)
    expect((await check(token)).json().result).toEqual({ email: '' })
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, i) => register({ invitation: token, username: `guest-of-ten-${i}` })),
    )
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(9).fill(410)])
    expect(refusal(await check(token))).toEqual([410, 'LinkExpired'])
    expect(await open()).toEqual([])
    const id = replies.find(({ statusCode }) => statusCode === 201)?.json().result.id
    const history = await call('GET', `/users/actions?user=${id}`, undefined, admin)
    expect(history.json().result).toMatchObject([{ action: 'invitation', by: admin.email }])
    const made = replies.findIndex(({ statusCode }) => statusCode === 201)
    expect((await signIn(`guest-of-ten-${made}`)).status).toBe(200)
  })

  test('ends with the right of who sent it, and gives no more than a member has', async () => {
    const run = (statement: ReturnType<typeof sql>) => product.database().db.execute(statement)
    const { sid } = await invitedBy(admin, 'clerk')
    await run(sql`insert into permissions select id, 'users', 6 from users where username = 'clerk'`)
    const token = tokenOf((await call('POST', '/invitations', {}, { sid })).json().result)
    expect(await open()).toHaveLength(1)
    for (const [now, then] of [
      [sql`update permissions set mask = 4`, sql`update permissions set mask = 6`],
      [
        sql`update users set suspended_at = now() where username = 'clerk'`,
        sql`update users set suspended_at = null`,
      ],
    ]) {
      await run(now ?? sql``)
      expect(await open()).toEqual([])
      expect(refusal(await check(token))).toEqual([410, 'LinkExpired'])
      expect(refusal(await register({ invitation: token }))).toEqual([410, 'LinkExpired'])
      await run(then ?? sql``)
    }
    const guest = await register({
      invitation: token,
      username: 'guest',
      role: 'admin',
      permissions: { users: 15 },
    })
    expect(guest.statusCode).toBe(201)
    const made = await call('GET', `/users/${guest.json().result.id}`, undefined, admin)
    expect(made.json().result).toMatchObject({ role: 'member', permissions: {} })
  })

  test('goes by mail to an address, and ends by a press or after seven days', async () => {
    const mailed = await invite({ email: 'lan@example.test' })
    expect(mailed).toMatchObject({ email: 'lan@example.test', url: null })
    const { path, token } = await inbox.next('lan@example.test', 'invitation')
    expect(path).toBe('/account/register')
    expect((await check(token)).json().result).toEqual({ email: 'lan@example.test' })
    const withdraw = () => call('DELETE', `/invitations/${mailed.id}`, undefined, admin)
    expect((await withdraw()).statusCode).toBe(200)
    expect((await withdraw()).statusCode).toBe(404)
    expect(refusal(await register({ invitation: token }))).toEqual([410, 'LinkExpired'])

    const expired = tokenOf(await invite())
    const { db } = product.database()
    await db.execute(sql`update one_time_tokens set expires_at = now() where kind = 'invitation'`)
    await db.execute(sql`update registration_invitations set expires_at = now()`)
    expect(refusal(await register({ invitation: expired }))).toEqual([410, 'LinkExpired'])
    expect(await open()).toEqual([])
  })

  test.each(['nobody', 'a@x.test, b@y.test', 'evil@x.test\r\nBcc: z@z.test'])(
    '%j is no address to invite',
    async (email) => {
      const reply = await call('POST', '/invitations', { email }, admin)
      expect([reply.statusCode, Object.keys(reply.json().error.fields)]).toEqual([422, ['email']])
      expect(await open()).toEqual([])
    },
  )
})

describe('closed', () => {
  const product = testApp({ REGISTRATION: 'closed' })
  const { register, signIn, call } = callsOf(product)

  test('nobody but the first administrator', async () => {
    expect(refusal(await register())).toEqual([403, 'RegistrationClosed'])
    expect((await register({ username: 'boss', setupToken: TEST_SETUP_TOKEN })).statusCode).toBe(201)
    expect((await signIn('boss')).status).toBe(200)
    expect((await register({ setupToken: TEST_SETUP_TOKEN })).statusCode).toBe(422)
    const admin = { sid: (await signIn('boss')).sid } as Person
    expect(refusal(await call('POST', '/invitations', {}, admin))).toEqual([409, 'InvitationsOff'])
  })
})

describe('a provider of OpenID Connect', () => {
  const product = testApp()
  let serial = 0
  const open = (registration: RegistrationMode, way: WayIn) =>
    product.database().transaction(async (tx) => {
      const name = `by-provider-${++serial}`
      const user = await openAccount(tx, registration, way, {
        username: name,
        email: `${name}@example.test`,
        passwordHash: '',
        firstName: 'An',
        lastName: 'Lê',
        phone: '',
        mustVerify: false,
        language: 'vi',
        createdAt: product.clock.now(),
      })
      return user?.approvedAt === null ? 'waits' : 'let in'
    })

  test.each<[RegistrationMode, boolean, string]>([
    ['open', false, 'let in'],
    ['approval', false, 'waits'],
    ['approval', true, 'let in'],
    ['invite', false, 'RegistrationClosed'],
    ['invite', true, 'let in'],
    ['closed', false, 'RegistrationClosed'],
    ['closed', true, 'let in'],
  ])('with REGISTRATION=%s and mayRegister=%s: %s', async (registration, mayRegister, expected) => {
    const outcome = await open(registration, { by: 'oidc', mayRegister }).catch((error) => error.code)
    expect(outcome).toBe(expected)
  })
})
