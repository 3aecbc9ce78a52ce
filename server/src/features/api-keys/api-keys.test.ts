import { MAX_API_KEYS } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../platform/config/config'
import { query } from '../../platform/db/database'
import { openOutbox } from '../../platform/mail'
import { type Person, TEST_SETUP_TOKEN, testApp } from '../../testing/app'
import { aDynamicCode, CODES, codesOf } from '../user-codes/testing'
import { sharingOf } from '../workspaces/testing'
import { keyExpiryJob } from './jobs'
import { isWellFormedKey, newApiKey } from './key-text'
import { API_KEYS, askForKey, feedOf, keyOf } from './testing'

const product = testApp({ LOG_LEVEL: 'trace' })
const sharing = sharingOf(product)
const { as } = product
const db = () => product.database().db

let lan: Person
beforeEach(async () => {
  lan = await product.signedIn()
})

const list = async (person = lan) => (await as(person).inject({ url: API_KEYS })).json().result
const revoke = (id: string, person = lan) => as(person).inject({ method: 'DELETE', url: `${API_KEYS}/${id}` })
const callWith = (sid: string) => as({ sid }).inject({ url: `${CODES}/tags?productId=dynamic-code` })

describe('a key', () => {
  test('is shown once, and is nowhere afterwards: not in the list, the database or the log', async () => {
    const { sid, secret, ...key } = await keyOf(product, lan, ['scans:read', 'codes:read', 'scans:read'])
    expect(secret).toMatch(/^slk_[A-Za-z0-9_-]{49}$/)
    expect(key).toEqual({
      ...{ id: expect.any(String), name: 'Till', clientHost: '', start: secret.slice(0, 8), feed: null },
      ...{ scopes: ['codes:read', 'scans:read'], createdBy: lan.email, createdAt: expect.any(String) },
      ...{ expiresAt: null, lastUsedAt: null, lastUsedCountry: '' },
    })
    expect((await callWith(sid)).statusCode).toBe(200)
    expect((await as({ sid }).inject({ url: API_KEYS })).statusCode).toBe(403)
    expect((await as({ sid }).inject({ url: `${CODES}/not-an-id` })).statusCode).toBe(404)
    const random = secret.slice(8)
    expect(await list()).toEqual([{ ...key, lastUsedAt: expect.any(String) }])
    expect(JSON.stringify(await list())).not.toContain(random)
    expect(JSON.stringify(await query(db(), sql`select * from api_keys`))).not.toContain(random)
    const logged = product.logged()
    expect(logged.length).toBeGreaterThan(0)
    expect(JSON.stringify(logged)).not.toContain(random)
  })

  test('works in its workspace alone, under its name, for as long as it is not revoked', async () => {
    const key = await keyOf(product, lan)
    const other = await product.signedIn()
    const theirs = await codesOf(product, other).save(aDynamicCode())
    const code = await codesOf(product, key).save(aDynamicCode())
    expect(code.createdBy).toBe('Till · API')
    expect((await codesOf(product, lan).read(code.id)).createdBy).toBe('Till · API')
    await codesOf(product, key).change(code.id, { name: 'Menu' })
    const changes = await as(lan).inject({ url: `${CODES}/${code.id}/changes` })
    expect(changes.json().result[0].by).toBe('Till · API')
    expect((await codesOf(product, key).call('GET', `/${theirs.id}`)).statusCode).toBe(404)
    const within = (workspace: string) =>
      codesOf(product, key).call('GET', `/${code.id}`, undefined, { 'x-workspace': workspace })
    expect((await within(lan.id)).statusCode).toBe(200)
    const elsewhere = await within(other.id)
    expect([elsewhere.statusCode, elsewhere.json().error.code]).toEqual([404, 'WorkspaceNotFound'])
    expect((await revoke(key.id, other)).statusCode).toBe(404)
    expect((await revoke(key.id)).statusCode).toBe(200)
    expect((await callWith(key.sid)).statusCode).toBe(401)
    expect((await revoke(key.id)).statusCode).toBe(404)
    expect(await list()).toEqual([])
  })

  test('is made by a manager for the workspace, outlives them there, and lists to no editor', async () => {
    const [manager, editor] = [await product.signedIn(), await product.signedIn()]
    await sharing.join(lan, manager, 'manager')
    await sharing.join(lan, editor, 'editor')
    const made = await sharing.within(manager, lan.id).inject({
      method: 'POST',
      url: API_KEYS,
      payload: { name: 'Sheet', scopes: ['codes:read'], expiresInDays: 30 },
    })
    expect(made.statusCode).toBe(201)
    expect((await sharing.within(editor, lan.id).inject({ url: API_KEYS })).statusCode).toBe(403)
    await sharing.remove(lan, lan, manager)
    expect((await callWith(made.json().result.secret)).statusCode).toBe(200)
    expect((await list())[0]).toMatchObject({ name: 'Sheet', createdBy: manager.email })
    expect(await list(manager)).toEqual([])
  })

  test('is renamed and loses scopes, never gains any, and does so with its next call', async () => {
    const key = await keyOf(product, lan, ['codes:write', 'scans:read'])
    const change = (payload: object, person = lan) =>
      as(person).inject({ method: 'PATCH', url: `${API_KEYS}/${key.id}`, payload })
    const code = await codesOf(product, key).save(aDynamicCode())
    const narrower = await change({ name: 'Kho', scopes: ['codes:create'] })
    expect(narrower.json().result).toMatchObject({ name: 'Kho', scopes: ['codes:create'] })
    expect((await codesOf(product, key).call('PATCH', `/${code.id}`, { name: 'x' })).statusCode).toBe(403)
    expect((await codesOf(product, key).save(aDynamicCode())).createdBy).toBe('Kho · API')
    for (const scopes of [['codes:write'], ['codes:create', 'scans:read'], ['billing:read'], []]) {
      const wider = await change({ scopes })
      expect([scopes, wider.statusCode, Object.keys(wider.json().error.fields)]).toEqual([
        ...[scopes, 422],
        ['scopes'],
      ])
    }
    expect((await change({ name: '' })).json().error.fields).toHaveProperty('name')
    expect((await change({ name: 'x' }, await product.signedIn())).statusCode).toBe(404)
    expect((await change({ name: 'x' }, { ...lan, sid: key.sid })).json().error.code).toBe('KeyNotAllowed')
    expect(await list()).toMatchObject([{ name: 'Kho', scopes: ['codes:create'] }])
    const feed = await feedOf(product, lan)
    const asFeed = (payload: object) =>
      as(lan).inject({ method: 'PATCH', url: `${API_KEYS}/${feed.id}`, payload })
    expect((await asFeed({ name: 'Sổ' })).json().result.name).toBe('Sổ')
    expect((await asFeed({ scopes: ['codes:read'] })).statusCode).toBe(422)
  })

  test('that ends within two weeks is told once, by email to whoever looks after keys', async () => {
    openOutbox(readConfig({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'no-reply@app.test' }))
    onTestFinished(() => openOutbox(product.config()))
    const endsIn = async (days: string, name: string) => {
      const { id } = await keyOf(product, lan)
      await db().execute(
        sql`update api_keys set name = ${name}, expires_at = now() + ${days}::interval where id = ${id}`,
      )
    }
    await endsIn('13 days 23 hours', 'Till')
    await endsIn('14 days 1 hour', 'Later')
    await endsIn('-1 minute', 'Over')
    await endsIn('13 days', 'Program')
    // It renews by itself.
    await db().execute(sql`update api_keys set client_id = 'program' where name = 'Program'`)
    await keyOf(product, lan)
    const job = keyExpiryJob(product.database())
    for (const _ of [1, 2]) await job.run()
    const mails = await query<{ user_id: string; name: string }>(
      db(),
      sql`select user_id, "values" ->> 'name' as name from mail_outbox where kind = 'key-expires'`,
    )
    expect(mails).toEqual([{ user_id: lan.id, name: 'Till' }])
  })

  test('needs a fresh confirmation', async () => {
    await db().execute(sql`update sessions set confirmed_at = now() - interval '11 minutes'`)
    const reply = await askForKey(product, lan)
    expect([reply.statusCode, reply.json().error.code]).toEqual([403, 'ConfirmationRequired'])
    expect(await list()).toEqual([])
  })

  test.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(61) }, 'name'],
    [{ name: 'a\u0000' }, 'name'],
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['billing:read'] }, 'scopes'],
    [{ scopes: ['codes:read', 'members:write'] }, 'scopes'],
    [{ scopes: Array(100).fill('codes:read') }, 'scopes'],
    [{ expiresInDays: 31 }, 'expiresInDays'],
    [{ expiresInDays: 'never' }, 'expiresInDays'],
  ])('%j is refused by its field', async (wrong, field) => {
    const reply = await askForKey(product, lan, wrong)
    expect([reply.statusCode, Object.keys(reply.json().error.fields ?? {})]).toEqual([422, [field]])
    expect(await list()).toEqual([])
  })

  test('is one of fifty at most, however many are asked for at once', async () => {
    await db().execute(sql`insert into api_keys (user_id, name, start, hash, scopes, created_by)
      select ${lan.id}, 'k', 'slk_abcd', ${lan.id} || n, '{codes:read}', '' from generate_series(2, ${MAX_API_KEYS}) n`)
    const replies = await Promise.all(Array.from({ length: 5 }, () => askForKey(product, lan)))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409, 409])
    expect(await list()).toHaveLength(MAX_API_KEYS)
  })
})

describe('no key', () => {
  test('that is unknown, mistyped, expired, revoked, or of a suspended owner opens anything, nor tells which', async () => {
    const [expired, revoked, suspended] = [
      await keyOf(product, lan),
      await keyOf(product, lan),
      await keyOf(product, await product.signedIn()),
    ]
    await db().execute(sql`update api_keys set expires_at = now() where id = ${expired.id}`)
    await revoke(revoked.id)
    await db().execute(sql`update users set suspended_at = now()
      where id = (select user_id::uuid from api_keys where id = ${suspended.id})`)
    const mistyped = `${revoked.secret.slice(0, -1)}${revoked.secret.endsWith('A') ? 'B' : 'A'}`
    const bodies = []
    for (const key of [newApiKey().key, mistyped, 'slk_', expired.sid, revoked.sid, suspended.sid]) {
      const reply = await callWith(key)
      expect([key, reply.statusCode]).toEqual([key, 401])
      expect(reply.headers).not.toHaveProperty('ratelimit')
      bodies.push(reply.body)
    }
    expect(new Set(bodies)).toHaveProperty('size', 1)
    await db().execute(sql`update users set suspended_at = null`)
    expect((await callWith(suspended.sid)).statusCode).toBe(200)
  })

  test('is taken from elsewhere than the header, or as a session', async () => {
    const { secret } = await keyOf(product, lan)
    const basic = Buffer.from(`${secret}:`).toString('base64')
    for (const headers of [
      { authorization: `Basic ${basic}` },
      { authorization: secret },
      { cookie: `key=${secret}` },
      { 'x-api-key': secret },
    ])
      expect(
        (await product.inject({ url: `${CODES}/tags?productId=dynamic-code`, headers })).statusCode,
      ).toBe(401)
    expect(
      (await product.inject(`${CODES}/tags?productId=dynamic-code&key=${secret}&access_token=${secret}`))
        .statusCode,
    ).toBe(401)
    for (const url of ['/verify-session', '/verify-token']) {
      const headers = { 'x-session-id': secret, 'x-access-token': secret }
      expect((await product.inject({ url, headers })).statusCode).not.toBe(200)
    }
  })

  test('makes keys, invites, reads bills or people, or does what operators do', async () => {
    const admin = await product.signedIn({ setupToken: TEST_SETUP_TOKEN })
    const key = await keyOf(product, admin)
    for (const [method, url] of [
      ['GET', API_KEYS],
      ['POST', API_KEYS],
      ['PATCH', `${API_KEYS}/${key.id}`],
      ['DELETE', `${API_KEYS}/${key.id}`],
      ['POST', `/gateway/api/workspaces/${admin.id}/invitations`],
      ['GET', `/gateway/api/workspaces/${admin.id}/members`],
      ['GET', '/gateway/api/workspaces'],
      ['GET', '/identity/users/profile'],
      ['GET', '/identity/users'],
      ['GET', '/gateway/api/admin/status'],
      ['GET', '/gateway/api/qrcode/message-gpt'],
    ] as const) {
      const reply = await as(key).inject({ method, url })
      expect([method, url, reply.statusCode, reply.json().error.code]).toEqual([
        ...[method, url, 403],
        'KeyNotAllowed',
      ])
    }
  })
})

test('a key text is known by its checksum, whatever is mistyped', () => {
  const { key, start } = newApiKey()
  expect(isWellFormedKey(key)).toBe(true)
  expect(key.startsWith(start)).toBe(true)
  for (let at = 0; at < key.length; at++) {
    const other = key[at] === 'x' ? 'y' : 'x'
    expect(isWellFormedKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(false)
    expect(isWellFormedKey(key.slice(0, at) + key.slice(at + 1))).toBe(false)
  }
  expect(isWellFormedKey(`${key}A`)).toBe(false)
  expect(isWellFormedKey(`${key}\n`)).toBe(false)
})

test('a scope that is lacking is named, and one that includes another is enough', async () => {
  const reader = await keyOf(product, lan, ['codes:read'])
  const maker = await keyOf(product, lan, ['codes:create'])
  const writer = await keyOf(product, lan, ['codes:write'])
  const refused = await codesOf(product, reader).call('POST', '', aDynamicCode())
  expect([refused.statusCode, refused.json().error.details]).toEqual([
    403,
    { key: { needs: 'codes:create' } },
  ])
  const { id } = await codesOf(product, maker).save(aDynamicCode())
  await codesOf(product, writer).save(aDynamicCode())
  const patched = await codesOf(product, maker).call('PATCH', `/${id}`, { name: 'x' })
  expect(patched.json().error.details).toEqual({ key: { needs: 'codes:write' } })
  expect((await codesOf(product, maker).call('GET', `/${id}`)).json().error.details).toEqual({
    key: { needs: 'codes:read' },
  })
  // A scope that a later version does not have opens nothing, and breaks nothing.
  await db().execute(sql`update api_keys set scopes = '{codes:read,moon:write}' where id = ${reader.id}`)
  expect((await codesOf(product, reader).read(id)).id).toBe(id)
  expect((await list())[0].scopes).toEqual(['codes:read'])
})

test('a call that is repeated with an idempotency key of its own is done once for each key', async () => {
  const [first, second] = [await keyOf(product, lan), await keyOf(product, lan)]
  const headers = { 'idempotency-key': 'order-7' }
  const make = async (key: { sid: string }) =>
    (await codesOf(product, key).call('POST', '', aDynamicCode(), headers)).json().result.id
  const made = await make(first)
  expect(await make(first)).toBe(made)
  expect(await make(second)).not.toBe(made)
  await revoke(first.id)
  const left = await query(db(), sql`select user_id from idempotency_keys where user_id like 'key:%'`)
  expect(left).toEqual([{ user_id: `key:${second.id}` }])
})

test('a file that a key asked for is not given out after the key is revoked', async () => {
  const key = await keyOf(product, lan)
  const { id } = await codesOf(product, lan).save(aDynamicCode())
  const ask = async () => {
    const reply = await as(key).inject({
      method: 'POST',
      url: '/gateway/api/qrcode/code-files',
      payload: { selection: { ids: [id] }, zip: { formats: ['svg'] } },
    })
    expect(reply.statusCode, reply.body).toBe(201)
    return new URL(reply.json().result.url).pathname
  }
  const [before, after] = [await ask(), await ask()]
  expect((await product.inject(before)).statusCode).toBe(200)
  await revoke(key.id)
  expect((await product.inject(after)).statusCode).toBe(410)
})
