import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { query } from '../../../platform/db/database'
import { type Person, testAccounts } from '../../../testing/feature'
import { inboxOf } from '../../../testing/services/inbox'
import { openMailServer } from '../../../testing/services/mail-server'
import { createToken, findToken, type TokenKind } from '../one-time-tokens/one-time-tokens'
import { codeOf, stepAt } from '../second-factor/totp'
import { identityOf } from '../testing'

const server = await openMailServer()
const product = testAccounts(server.env)
const { post } = identityOf(product)
const inbox = inboxOf(product, server)
const NEW_PASSWORD = 'mật khẩu mới: 2'
/** Of the authenticator app. */
const SECRET = 'JBSWY3DPEHPK3PXP'
const DAY_MS = 24 * 60 * 60_000

const EVENTS = [
  'verification in a session of the account',
  'verification with the password',
  'first proof of the address by a recovery',
  'recovery of a verified address',
  'undo of an earlier change',
  'undo of a later change',
  'new password in a session',
  'sign-out',
  'sign-out everywhere',
] as const
type Event = (typeof EVENTS)[number]

/** By event, in the order of EVENTS: whether it survives (`+`) or is gone (`-`). Spaces part what belongs together. */
type Fate = string

/** A new kind of token does not compile without a row here. */
const TOKENS: Record<TokenKind, Fate> = {
  'verify-email': '-- -- -- + ++',
  // Who had an older address can still take back what came before; a first proof ends that, too.
  'undo-change': '++ -+ -+ + ++',
  recovery: '++ -- -- - ++',
  'recovery-link': '++ -- -- - ++',
  // These need a session, too, which is freshly confirmed, or which made them.
  'passkey-registration': '++ -- -- + ++',
  'passkey-sign-in': '++ -- -- + ++',
  'passkey-recovery': '++ -- -- + ++',
  'hand-over': '++ -- -- + ++',
  'oidc-started': '++ -- -- + ++',
  'oidc-proven': '++ -- -- + ++',
  'export-file': '++ -- -- + ++',
  // Of nobody yet.
  invitation: '++ ++ ++ + ++',
}

/** A new table of secrets fails the first test without one here. */
const CREDENTIALS: Record<string, { table: string; fate: Fate }> = {
  password: { table: 'users', fate: '++ -- -- - ++' },
  'pending address': { table: 'users', fate: '++ -- -- + ++' },
  'session of the event': { table: 'sessions', fate: '++ -- -- + --' },
  'another session': { table: 'sessions', fate: '++ -- -- - +-' },
  'authenticator app': { table: 'totp', fate: '++ -+ -+ + ++' },
  // Which of them are from before a change is not known: all were renewed together.
  'recovery codes': { table: 'recovery_codes', fate: '++ -+ -- + ++' },
  passkey: { table: 'passkeys', fate: '++ -+ -+ + ++' },
  'connected identity': { table: 'identities', fate: '++ -+ -+ + ++' },
  'known device': { table: 'known_devices', fate: '++ -+ -+ + ++' },
  // They open no account, and work with its codes: programs go on after a new password, an intruder’s do not.
  'API key': { table: 'api_keys', fate: '++ -+ -+ + ++' },
  // It belongs to the others there, whose programs go on; one that an intruder made does not.
  'API key of another workspace': { table: 'api_keys', fate: '++ ++ -+ + ++' },
  // It works on unattended, as a key does.
  'feed link': { table: 'api_keys', fate: '++ -+ -+ + ++' },
  webhook: { table: 'webhooks', fate: '++ -+ -+ + ++' },
  // Whoever had the account may have connected it.
  'connected program': { table: 'grant_tokens', fate: '++ -- -- - ++' },
  'allowed program': { table: 'oauth_codes', fate: '++ -- -- - ++' },
}

/** Secrets that open no account. A ticket for a file dies with its session: `code-files.test.ts`, `export.test.ts`. */
const NO_WAY_IN = ['code_file_tickets', 'mail_preferences', 'report_keys', 'site_settings']
/** They hold no secret, and still let somebody in, or in unnoticed. */
const WITHOUT_SECRET = ['identities', 'known_devices']

test('of each table of secrets it is said what becomes of its rows', () => {
  const guide = readFileSync(new URL('../../../../../docs/operate/data-classes.md', import.meta.url), 'utf8')
  const [, listed = ''] = /^\| secret +\| ((?:`[a-z_]+`(?:, )?)+) +\|$/m.exec(guide) ?? []
  const secret = [...listed.matchAll(/`([a-z_]+)`/g)].map(([, table]) => table)
  const said = [...Object.values(CREDENTIALS).map(({ table }) => table), 'one_time_tokens', ...NO_WAY_IN]
  expect([...new Set(said)].sort()).toEqual([...secret, ...WITHOUT_SECRET].sort())
})

const execute = (statement: ReturnType<typeof sql>) => product.database().db.execute(statement)
const makeToken = (kind: TokenKind, userId: string | null, data: object = {}) =>
  product
    .database()
    .transaction((tx) => createToken(tx, { kind, userId, data: { ...data }, lifetimeMs: DAY_MS }))

/** Somebody with one of each, who is signed in twice. */
interface Holder {
  mai: Person
  other: Person
  passwordHash: string
  tokens: Map<TokenKind, string>
}

const passwordHashOf = async ({ id }: Person): Promise<string> => {
  const [row] = await query<{ hash: string }>(
    product.database().db,
    sql`select password_hash as hash from users where id = ${id}`,
  )
  return row?.hash ?? ''
}

async function holder(isVerified: boolean): Promise<Holder> {
  const mai = await product.signedIn()
  const tokens = new Map<TokenKind, string>()
  tokens.set('verify-email', (await inbox.next(mai.email, 'verify-email')).token)
  const { id } = mai
  if (isVerified) await execute(sql`update users set email_verified_at = now() where id = ${id}`)
  const other = await product.signInAgain(mai)
  await execute(sql`update users set pending_email = 'next@example.test' where id = ${id}`)
  await execute(sql`insert into totp (user_id, secret, enabled_at) values (${id}, ${SECRET}, now())`)
  await execute(sql`insert into recovery_codes values (${id}, 'a hash')`)
  await execute(sql`insert into passkeys (id, user_id, public_key, counter, transports, rp_id, name, backed_up)
    values ('key', ${id}, '', 0, '{}', 'app.test', 'phone', true)`)
  await execute(sql`insert into identities values ('https://id.test/', 'sub', ${id}, '')`)
  await execute(sql`update known_devices set device_hash = 'a hash' where user_id = ${id}
    and device_hash = (select min(device_hash) from known_devices where user_id = ${id})`)
  await execute(sql`insert into api_keys (user_id, name, start, hash, scopes, created_by)
    values (${id}, 'Till', 'slk_abcd', 'a hash', '{codes:read}', '')`)
  await execute(sql`insert into api_keys (user_id, name, start, hash, scopes, created_by, person_id)
    values ('another workspace', 'Stock', 'slk_abcd', ${`key ${id}`}, '{codes:read}', '', ${id})`)
  await execute(sql`insert into api_keys (user_id, name, start, hash, scopes, created_by, feed, person_id)
    values ('another workspace', 'Sheet', 'slf_abcd', ${`feed ${id}`}, '{scans:read}', '', 'scans', ${id})`)
  await execute(sql`insert into webhooks (user_id, url, events, secret, created_by)
    values (${id}, 'https://hooks.example.vn/', '{code.created}', 'a key', '')`)
  await execute(sql`with grant_of as (
      insert into api_keys (user_id, name, start, scopes, created_by, client_id, person_id)
      values (${id}, 'Claude', '', '{codes:read}', '', 'https://claude.example/', ${id}) returning id)
    insert into grant_tokens (token_hash, key_id, kind, expires_at)
    select ${`refresh ${id}`}, id, 'refresh', now() + interval '30 days' from grant_of`)
  await execute(sql`insert into oauth_codes (code_hash, user_id, person_id, "authorization", expires_at)
    values (${`code ${id}`}, ${id}, ${id}, '{}', now() + interval '1 minute')`)
  const changedAt = new Date().toISOString()
  for (const kind of Object.keys(TOKENS) as TokenKind[])
    if (kind !== 'verify-email')
      tokens.set(kind, await makeToken(kind, kind === 'invitation' ? null : id, { changedAt }))
  return { mai, other, passwordHash: await passwordHashOf(mai), tokens }
}

/** Which of all are still there. */
async function leftOf({ mai, other, passwordHash, tokens }: Holder): Promise<Set<string>> {
  const rows = async (statement: ReturnType<typeof sql>) =>
    (await query(product.database().db, statement)).length > 0
  const isOpen = async (who: Person) =>
    (await product.as(who).inject({ url: '/identity/sessions' })).statusCode === 200
  const { id } = mai
  const left: Record<string, boolean> = {
    password: (await passwordHashOf(mai)) === passwordHash,
    'pending address': await rows(sql`select from users where id = ${id} and pending_email is not null`),
    'session of the event': await isOpen(mai),
    'another session': await isOpen(other),
    'authenticator app': await rows(sql`select from totp where user_id = ${id}`),
    'recovery codes': await rows(sql`select from recovery_codes where user_id = ${id}`),
    passkey: await rows(sql`select from passkeys where user_id = ${id}`),
    'API key': await rows(sql`select from api_keys where user_id = ${id} and client_id = ''`),
    'API key of another workspace': await rows(sql`select from api_keys where hash = ${`key ${id}`}`),
    'feed link': await rows(sql`select from api_keys where person_id = ${id} and feed is not null`),
    webhook: await rows(sql`select from webhooks where user_id = ${id}`),
    'connected identity': await rows(sql`select from identities where user_id = ${id}`),
    'connected program': await rows(sql`select from grant_tokens where token_hash = ${`refresh ${id}`}`),
    'allowed program': await rows(sql`select from oauth_codes where person_id = ${id}`),
    'known device': await rows(
      sql`select from known_devices where user_id = ${id} and device_hash = 'a hash'`,
    ),
  }
  for (const [kind, token] of tokens)
    left[kind] = (await findToken(product.database().db, kind, token)) !== null
  return new Set(Object.keys(left).filter((name) => left[name]))
}

const setPassword = async ({ mai }: Holder, more: object = {}) =>
  post('/recovery/set', {
    token: await makeToken('recovery', mai.id, { email: mai.email }),
    newPassword: NEW_PASSWORD,
    ...more,
  })
const undo = async ({ mai }: Holder, changedAt: Date) =>
  post('/changes/undo', {
    token: await makeToken('undo-change', mai.id, { email: mai.email, changedAt: changedAt.toISOString() }),
  })

const HAPPEN: Record<Event, (held: Holder) => Promise<{ statusCode: number; body: string }>> = {
  'verification in a session of the account': ({ mai, tokens }) =>
    post('/email/confirm', { token: tokens.get('verify-email') }, mai),
  'verification with the password': ({ mai, tokens }) =>
    post('/email/confirm', { token: tokens.get('verify-email'), password: mai.password }),
  'first proof of the address by a recovery': (held) => setPassword(held),
  'recovery of a verified address': (held) =>
    setPassword(held, { otp: codeOf(SECRET, stepAt(product.clock.now())) }),
  'undo of an earlier change': (held) => undo(held, new Date(0)),
  'undo of a later change': (held) => undo(held, new Date(Date.now() + DAY_MS)),
  'new password in a session': async ({ mai }) => {
    await execute(sql`update sessions set confirmed_at = now()`)
    const payload = { currentPassword: mai.password, newPassword: NEW_PASSWORD }
    return product.as(mai).inject({ method: 'PUT', url: '/identity/users/password', payload })
  },
  'sign-out': ({ mai }) => product.as(mai).inject({ method: 'DELETE', url: '/identity/sessions/current' }),
  'sign-out everywhere': ({ mai }) => product.as(mai).inject({ method: 'DELETE', url: '/identity/sessions' }),
}
/** As long as its address is verified, a person is asked for the second factor. */
const OF_UNVERIFIED: readonly Event[] = EVENTS.slice(0, 3)

test.each(EVENTS)('%s leaves what it may', async (event) => {
  const held = await holder(!OF_UNVERIFIED.includes(event))
  const reply = await HAPPEN[event](held)
  expect(reply.statusCode, reply.body).toBe(200)
  const left = await leftOf(held)
  const fates = {
    ...Object.fromEntries(Object.entries(CREDENTIALS).map(([name, { fate }]) => [name, fate])),
    ...TOKENS,
  }
  const at = EVENTS.indexOf(event)
  for (const [name, fate] of Object.entries(fates))
    expect([name, left.has(name) ? '+' : '-']).toEqual([name, fate.replaceAll(' ', '')[at]])
})

test('a link of an operator ends all others to the account, those that take a change back too', async () => {
  const held = await holder(true)
  const reply = await post('/recovery/set', {
    token: held.tokens.get('recovery-link'),
    ...{ newPassword: NEW_PASSWORD, otp: codeOf(SECRET, stepAt(product.clock.now())) },
  })
  expect(reply.statusCode, reply.body).toBe(200)
  const left = await leftOf(held)
  expect(Object.keys(TOKENS).filter((kind) => left.has(kind))).toEqual(['invitation'])
})
