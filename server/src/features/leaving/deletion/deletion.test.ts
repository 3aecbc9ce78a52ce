import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { query } from '../../../platform/db/database'
import { type Person, TEST_SETUP_TOKEN, testApp } from '../../../testing/app'
import { oauthOf } from '../../api-keys/oauth/testing'
import { leavingOf } from '../testing'

const DAY_MS = 86_400_000

/** Nothing is sent: what is queued is looked at. */
const product = testApp({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'shop@shop.test' })
const { execute, runJob, leave, leaveForGood } = leavingOf(product)

const statusOf = async (who: { sid: string }) =>
  (await product.as(who).inject({ url: '/identity/users/profile' })).statusCode
const deletionOf = async (who: { sid: string }) =>
  (await product.as(who).inject({ url: '/identity/users/profile' })).json().result.deletion
const keep = (who: { sid: string }) =>
  product.as(who).inject({ method: 'DELETE', url: '/identity/users/profile/deletion' })
const operate = (who: { sid: string }, method: 'PUT' | 'DELETE', id: string, payload?: object) =>
  product.as(who).inject({ method, url: `/identity/users/${id}/deletion`, ...(payload && { payload }) })
const codeOf = (reply: { statusCode: number; json(): { error?: { code: string } } }) =>
  reply.statusCode === 200 ? 200 : reply.json().error?.code

/** Somebody who is an administrator besides the first one. */
async function secondAdmin(): Promise<Person> {
  const person = await product.signedIn()
  await execute(sql`update users set role = 'admin' where id = ${person.id}`)
  return person
}

test('leaving asks who it is, ends other sessions and leaves 30 days in which a sign-in is enough to stay', async () => {
  const mai = await product.signedIn()
  const other = await product.signInAgain(mai)
  await execute(sql`update sessions set confirmed_at = now() - interval '10 minutes'`)
  expect(codeOf(await leave(mai))).toBe('ConfirmationRequired')
  expect(await deletionOf(mai)).toBeNull()
  await execute(sql`update sessions set confirmed_at = now()`)
  expect(codeOf(await leave(mai, { ending: 'at once' }))).toBe('ValidationError')

  const before = Date.now()
  const planned = (await leave(mai, { ending: 'stop', keepPdfPages: true })).json().result
  expect(planned).toEqual({ at: expect.any(String), ending: 'stop', keepPdfPages: false })
  expect(Date.parse(planned.at)).toBeGreaterThanOrEqual(before + 30 * DAY_MS - 60_000)
  expect(Date.parse(planned.at)).toBeLessThanOrEqual(Date.now() + 30 * DAY_MS + 60_000)
  expect(await deletionOf(mai)).toEqual(planned)
  expect(await statusOf(other)).toBe(401)

  // Another wish changes how, not when.
  await leave(mai, { ending: 'freeze', keepPdfPages: true })
  expect(await deletionOf(mai)).toEqual({ at: planned.at, ending: 'freeze', keepPdfPages: true })
  await runJob('account-deletions')
  const again = await product.signInAgain(mai)
  expect(await deletionOf(again)).toMatchObject({ at: planned.at })
  expect((await keep(again)).json()).toEqual({ result: { kept: true } })
  expect(await deletionOf(again)).toBeNull()
  expect(codeOf(await keep(again)), 'it does no harm twice').toBe(200)
  await execute(sql`update users set deleting_at = null`)
  await runJob('account-deletions')
  expect(await statusOf(again)).toBe(200)
})

test('the last administrator stays, of two who leave at once one, and one who leaves counts for nobody', async () => {
  const first = await product.signedIn({ setupToken: TEST_SETUP_TOKEN })
  expect(codeOf(await leave(first))).toBe('LastAdmin')
  const preview = await product.as(first).inject({ url: '/identity/users/profile/deletion' })
  expect(preview.json().result).toMatchObject({ isLastAdmin: true, dynamicCodes: 0, domain: null, paths: 0 })
  const second = await secondAdmin()
  const codes = (await Promise.all([leave(first), leave(second)])).map(codeOf)
  expect(codes.sort()).toEqual([200, 'LastAdmin'])
  const [left] = await query<{ id: string }>(
    product.database().db,
    sql`select id from users where role = 'admin' and deleting_at is null`,
  )
  const [stays, leaves] = left?.id === first.id ? [first, second] : [second, first]
  const demote = await product.as(leaves).inject({
    method: 'PATCH',
    url: `/identity/users/${stays.id}`,
    payload: { role: 'member' },
  })
  expect(codeOf(demote)).toBe('LastAdmin')
  expect(await operate(stays, 'PUT', stays.id, { reason: 'me' }).then(codeOf)).toBe('OwnCase')
})

test('an operator deletes and restores by the same path, with a right, a confirmation and a reason', async () => {
  const admin = await product.signedIn({ setupToken: TEST_SETUP_TOKEN })
  const other = await secondAdmin()
  const mai = await product.signedIn()
  const clerk = await product.signedIn()
  const asked = { ending: 'stop', reason: 'asked by letter' }
  await execute(sql`insert into permissions values (${clerk.id}, 'users', 6)`)
  expect(codeOf(await operate(clerk, 'PUT', mai.id, asked))).toBe('Forbidden')
  await execute(sql`update permissions set mask = 5`)
  expect(codeOf(await operate(clerk, 'PUT', other.id, asked)), 'an administrator').toBe('MoreRights')
  expect(codeOf(await operate(clerk, 'PUT', mai.id, { ending: 'stop' }))).toBe('ValidationError')
  expect(codeOf(await operate(clerk, 'DELETE', mai.id)), 'nothing is planned').toBe('NotFound')

  const planned = await operate(clerk, 'PUT', mai.id, asked)
  expect(planned.json().result).toMatchObject({ id: mai.id, deletion: { ending: 'stop' }, sessions: 0 })
  expect(await statusOf(mai)).toBe(401)
  const listed = (await product.as(admin).inject({ url: '/identity/users?q=person' })).json().result
  expect(listed.find(({ id }: { id: string }) => id === mai.id).deletingAt).not.toBeNull()
  expect(codeOf(await operate(clerk, 'DELETE', mai.id))).toBe(200)
  expect(await deletionOf(await product.signInAgain(mai))).toBeNull()

  await execute(sql`update sessions set confirmed_at = now() - interval '10 minutes'`)
  expect(codeOf(await operate(admin, 'PUT', mai.id, asked))).toBe('ConfirmationRequired')
  const history = await product.as(admin).inject({ url: `/identity/users/actions?user=${mai.id}` })
  expect(history.json().result).toMatchObject([
    { action: 'keep', by: clerk.email },
    { action: 'delete', by: clerk.email, to: 'stop', reason: 'asked by letter' },
  ])
})

test('on its day the account is gone: sessions and sign-in end, name and address are free, acts name nobody', async () => {
  const admin = await product.signedIn({ setupToken: TEST_SETUP_TOKEN })
  const clerk = await product.signedIn()
  const mai = await product.signedIn()
  await execute(sql`insert into permissions values (${clerk.id}, 'users', 7)`)
  await product.as(clerk).inject({ method: 'DELETE', url: `/identity/users/${mai.id}/sessions` })
  await operate(admin, 'PUT', mai.id, { reason: 'a letter' })
  await execute(sql`update users set deleting_at = now() where id = ${mai.id}`)
  await leaveForGood(clerk)

  expect(await statusOf(clerk)).toBe(401)
  expect((await product.signInAgain(mai).catch(() => null))?.sid).toBeUndefined()
  const history = await product.as(admin).inject({ url: '/identity/users/actions' })
  expect(history.body).not.toContain(clerk.email)
  expect(history.body).not.toContain(mai.username)
  const about = history.json().result.filter(({ userId }: { userId: string }) => userId === mai.id)
  expect(about).toMatchObject([
    { action: 'delete', by: admin.email, username: '', reason: 'a letter' },
    { action: 'end-sessions', by: clerk.id, username: '' },
  ])
  const { username, email, password } = mai
  const registered = await product.inject({
    method: 'POST',
    url: '/identity/users',
    payload: { username, email, password, firstName: 'Mai', lastName: 'Lê' },
  })
  expect(registered.statusCode).toBe(201)
  expect(registered.json().result.id).not.toBe(mai.id)
  expect(codeOf(await operate(admin, 'DELETE', mai.id)), 'it is too late').toBe('NotFound')
  const token = await product.inject({
    method: 'POST',
    url: '/identity/users',
    payload: {
      ...mai,
      username: 'thief',
      email: 't@x.test',
      firstName: 'T',
      lastName: 'T',
      setupToken: 'guess',
    },
  })
  expect(token.statusCode, 'no setup token counts again').toBe(422)
})

test('a program that was allowed something in the last minute of an account gets no tokens any more', async () => {
  const { register, allowed, exchange } = oauthOf(product)
  const mai = await product.signedIn()
  expect((await leave(mai)).statusCode).toBe(200)
  await execute(sql`update users set deleting_at = now(), email_verified_at = now() where id = ${mai.id}`)
  const clientId = await register()
  const code = await allowed(clientId, mai)
  await runJob('account-deletions')
  expect(await statusOf(mai)).toBe(401)
  expect((await exchange(clientId, code)).json()).toEqual({ error: 'invalid_grant' })
})

test('people are told at the start, two weeks before their codes stop, and when they stay', async () => {
  const mai = await product.signedIn()
  const an = await product.signedIn()
  await execute(sql`delete from mail_outbox`)
  const told = (who: Person) =>
    query<{ kind: string; ending: string }>(
      product.database().db,
      sql`select kind, "values" ->> 'ending' as ending from mail_outbox where user_id = ${who.id} order by id`,
    )
  await leave(mai, { ending: 'stop' })
  await leave(an)
  await execute(sql`update users set deleting_at = now() + interval '14 days 1 minute'`)
  await runJob('account-deletions')
  expect(await told(mai)).toEqual([{ kind: 'deletion-planned', ending: 'stop' }])
  await execute(sql`update users set deleting_at = now() + interval '14 days'`)
  await runJob('account-deletions')
  await runJob('account-deletions')
  expect((await told(mai)).map(({ kind }) => kind)).toEqual(['deletion-planned', 'deletion-soon'])
  await keep(mai)
  expect((await told(mai)).at(-1)?.kind).toBe('deletion-cancelled')
  expect(
    (await told(an)).map(({ kind }) => kind),
    'codes that freeze need no warning',
  ).toEqual(['deletion-planned'])
  await product.as(mai).inject({ method: 'POST', url: '/identity/exports' })
  await runJob('account-exports')
  expect((await told(mai)).at(-1)?.kind).toBe('export-ready')
})
