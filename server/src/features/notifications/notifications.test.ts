import { FACTOR_CHANGES, LANGUAGES, MAIL_KINDS, type MailKind } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { query } from '../../platform/db/database'
import { createLog } from '../../platform/logging'
import { type MailValues, startMail } from '../../platform/mail'
import { type Person, testApp } from '../../testing/app'
import { aScan, givenScans } from '../../testing/scan'
import { openMailServer } from '../../testing/services/mail-server'
import { accountLinks, mailPeople } from '../account'
import { codeOf, stepAt } from '../account/second-factor/totp'
import { aDynamicCode, codesOf } from '../user-codes/testing'
import { findMembersWith } from '../workspaces'
import { sharingOf } from '../workspaces/testing'
import { openComposer } from '.'
import { sendWeeklyReports } from './weekly-report'

const server = await openMailServer()
const product = testApp({ ...server.env, APP_NAME: 'Scanleaf <b>' })
const db = () => product.database().db
let sender: { close(): Promise<void> }

afterAll(() => server.close())
beforeEach(async () => {
  server.arrived.length = 0
  const config = product.config()
  sender = await startMail({
    database: product.database(),
    log: createLog('silent'),
    config,
    people: { ...mailPeople, findMembers: findMembersWith },
    links: accountLinks(config.appUrl),
    compose: openComposer(config),
  })
})
afterEach(() => sender.close())

/** Somebody whose address is verified, and whose first mail has come and is forgotten. */
async function verified(): Promise<Person> {
  const person = await product.signedIn()
  await server.count(1)
  await db().execute(sql`update users set email_verified_at = now() where id = ${person.id}`)
  await db().execute(sql`delete from mail_outbox`)
  server.arrived.length = 0
  return person
}

/** Puts a mail into the outbox as its feature does. */
async function queue(kind: MailKind, person: Person, values: object, language: string | null = null) {
  await db().execute(sql`insert into mail_outbox (dedupe_key, kind, user_id, language, "values")
    values (gen_random_uuid()::text, ${kind}, ${person.id}, ${language}, ${JSON.stringify(values)})`)
  await db().execute(sql`select pg_notify('mail_queued', '')`)
}
const preferencesOf = async (person: Person) =>
  (await product.as(person).inject({ method: 'GET', url: '/mail/preferences' })).json().result
const choose = (person: Person, payload: object, headers = {}) =>
  product.as(person).inject({ method: 'PATCH', url: '/mail/preferences', payload, headers })

/** Values as the features give them, with deceptive names chosen by a stranger. */
const EVIL = '\u202eTài khoản <script>alert(1)</script>\r\nBcc: z@z.test https://evil.test'
const VALUES: Partial<Record<MailKind, MailValues>> = {
  'new-sign-in': { label: EVIL, country: 'VN' },
  'factor-changed': { change: 'passkey-added', name: EVIL, label: EVIL, country: 'VN' },
  'access-removed': {
    ...{ reason: 'proven', totp: 1, recoveryCodes: 10 },
    passkeys: EVIL,
    accounts: EVIL,
    sessions: 2,
    apiKeys: EVIL,
    webhooks: 'hooks.example.vn',
  },
  'account-refused': { reason: EVIL },
  invitation: { by: EVIL },
  'workspace-deletion': { state: 'planned', workspaceName: EVIL, at: '2026-12-26T00:00:00Z', ending: 'stop' },
  'workspace-invitation': { by: EVIL, workspaceName: EVIL, role: 'billing' },
  'deletion-planned': { at: '2026-12-26T00:00:00Z', ending: 'freeze', keepPdfPages: 'true' },
  'deletion-soon': { at: '2026-12-26T00:00:00Z', ending: 'stop', keepPdfPages: 'false' },
  'export-ready': { expiresAt: '2026-12-03T00:00:00Z' },
  'code-taken-down': { reason: 'phishing' },
  'page-account-changed': { account: EVIL },
  'page-reviewed': { decision: 'refused', names: EVIL },
  'plan-ends': { notice: 'ends-soon', endAt: '2026-12-01T00:00:00Z', blockedAt: '2026-12-08T00:00:00Z' },
  'past-due': { notice: 'past-due', endAt: '2026-12-01T00:00:00Z', blockedAt: '2026-12-08T00:00:00Z' },
  'transfer-arrived': { amount: 99000, payment: EVIL },
  'domain-lost': { domain: EVIL, lostBy: 'records' },
  'webhook-off': { host: EVIL, reason: 'failing' },
  'key-expires': { name: EVIL, expiresAt: '2026-12-01T00:00:00Z' },
  'members-changed': {
    ...{ change: 'joined', name: EVIL, address: EVIL, role: 'editor', workspaceName: EVIL },
    ...{ person: 'a', doneBy: 'b' },
  },
  'weekly-report': {
    from: '16',
    to: '22',
    scans: 1284,
    before: 1088,
    visitors: 936,
    silent: 2,
    day0: 148,
    day5: 1136,
    name0: EVIL,
    id0: 'X',
    scans0: 9,
  },
}

test('every kind reads in every language: whole, small, escaped, without a placeholder, and its own way round', async () => {
  const an = await verified()
  await choose(an, { weeklyReport: true })
  const compose = openComposer(product.config())
  const kinds = Object.keys(MAIL_KINDS) as MailKind[]
  const subjects = new Set<string>()
  for (const { code: language, dir } of LANGUAGES)
    for (const kind of kinds) {
      const mail = {
        kind,
        userId: an.id,
        address: an.email,
        language,
        timeZone: null,
        createdAt: new Date(0),
      }
      const url = 'https://app.test/t?token=k&x=1'
      const values = VALUES[kind] ?? {}
      const written = await compose(db(), { ...mail, url, values })
      if (written === null) throw new Error(`${kind} is not wanted`)
      const { subject, html, text } = written
      subjects.add(`${language} ${subject}`)
      expect(Buffer.byteLength(html)).toBeLessThan(30_000)
      expect(html).toContain(`dir="${dir}"`)
      expect(html).not.toMatch(/<script|<img|src=|url\(|\{\{|undefined|Invalid Date|>[a-z-]+:[a-z]|notice\./i)
      expect(text).not.toMatch(/\{\{|undefined|Invalid Date|\b(leaving|mail|scans|settings|user-codes):[a-z]/)
      expect(subject).not.toMatch(/evil|[\r\n\u202a-\u202e\u2066-\u2069]/)
      if (html.includes('Bcc')) expect(html).toMatch(/<bdi>[^<]*Bcc: z@z\.test/)
    }
  expect(subjects.size).toBe(kinds.length * LANGUAGES.length)
})

test.each(FACTOR_CHANGES)('a mail about %s says so in every language, with its name', async (change) => {
  const an = await verified()
  const compose = openComposer(product.config())
  for (const { code: language } of LANGUAGES) {
    const mail = {
      userId: an.id,
      address: an.email,
      language,
      timeZone: null,
      createdAt: new Date(0),
      url: null,
    }
    const values = { change, name: 'Quầy 1', label: 'Chrome · Windows', country: '' }
    const { text = '' } = (await compose(db(), { ...mail, kind: 'factor-changed', values })) ?? {}
    expect(text).not.toMatch(/\{\{|undefined|mail:/)
    expect(text.includes('Quầy 1')).toBe(/^(passkey|identity)/.test(change))
    expect(text).toContain('Chrome · Windows')
    expect(text).toContain('/account/recovery')
  }
})

test('a passkey is named as it was called, and the mail takes back an addition alone', async () => {
  const an = await verified()
  await product
    .as(an)
    .inject({ method: 'PATCH', url: '/mail/preferences', payload: {}, headers: { 'accept-language': 'en' } })
  const call = (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    product.as(an).inject({ method, url: `/identity${url}`, ...(payload && { payload }) })
  const otp = (secret: string) => codeOf(secret, stepAt(product.clock.now()))
  const { secret } = (await call('POST', '/factors/totp')).json().result
  await call('PUT', '/factors/totp', { otp: otp(secret) })
  const [on] = await server.count(1)
  expect(on?.text).toMatch(/turned on[\s\S]*\/account\/undo-change#/)
  product.clock.advance(30_000)
  await call('POST', '/sessions/current/confirm', { password: an.password, otp: otp(secret) })
  await call('DELETE', '/factors/totp')
  const off = (await server.count(2))[1]
  expect(off?.text).toMatch(/turned off[\s\S]*\/account\/recovery/)
  expect(off?.text).not.toContain('undo-change')
})

describe('what people choose', () => {
  test('who is signed in reads and changes it; a stranger nothing', async () => {
    const an = await verified()
    const stranger = await product.inject({ method: 'GET', url: '/mail/preferences' })
    expect(stranger.statusCode).toBe(401)
    expect(await preferencesOf(an)).toEqual({
      email: an.email,
      failedAt: null,
      refused: [],
      weeklyReport: false,
      workspaces: [],
    })
    const saved = await choose(
      an,
      { refused: ['domain-lost'], weeklyReport: true, timeZone: 'Asia/Tokyo' },
      { 'accept-language': 'ja' },
    )
    expect(saved.json().result).toMatchObject({ refused: ['domain-lost'], weeklyReport: true })
    await queue('domain-lost', an, VALUES['domain-lost'] ?? {})
    await queue('password-changed', an, {})
    const [mail] = await server.count(1)
    expect(mail?.headers.get('content-language')).toBe('ja')
    expect(mail?.text).toContain('JST')
  })

  test.each([
    [{ refused: ['recovery'] }, 'refused', 'invalid-choice'],
    [{ refused: ['weekly-report'] }, 'refused', 'invalid-choice'],
    [{ timeZone: 'Asia/Nowhere' }, 'timeZone', 'invalid-choice'],
  ])('%j is refused', async (payload, field, code) => {
    const an = await verified()
    const reply = await choose(an, payload)
    expect(reply.statusCode).toBe(422)
    expect(reply.json().error.fields).toEqual({ [field]: code })
    expect((await preferencesOf(an)).refused).toEqual([])
  })

  test('one click ends one kind: looking changes nothing, a wrong key answers the same', async () => {
    const an = await verified()
    await queue('plan-ends', an, VALUES['plan-ends'] ?? {}, 'en')
    const [mail] = await server.count(1)
    const url =
      /^List-Unsubscribe: *<(.*)>/im.exec(mail?.source.replace(/\r\n[ \t]+/g, '') ?? '')?.[1] ?? '(none)'
    expect(mail?.source).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    const path = url.slice('http://app.test'.length)
    const look = await product.inject({ method: 'GET', url: path })
    expect(look.body).toContain('<form method="post"')
    expect(look.body).not.toMatch(/<script|<b>/)
    expect((await preferencesOf(an)).refused).toEqual([])
    const post = (to: string, type: string, payload: string) =>
      product.inject({ method: 'POST', url: to, headers: { 'content-type': type }, payload })
    const form = 'application/x-www-form-urlencoded'
    for (const wrong of [
      path.replace(/k=[0-9a-f]{4}/, 'k=0000'),
      '/mail/unsubscribe',
      '/mail/unsubscribe?k=%00',
      path.replace('plan-ends', 'recovery'),
    ])
      expect((await post(wrong, form, 'List-Unsubscribe=One-Click')).statusCode).toBe(200)
    expect((await preferencesOf(an)).refused).toEqual([])
    const boundary =
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n'
    for (const [type, payload] of [
      [form, 'List-Unsubscribe=One-Click'],
      ['multipart/form-data; boundary=b', boundary],
    ] as const)
      expect((await post(path, type, payload)).statusCode).toBe(200)
    expect((await preferencesOf(an)).refused).toEqual(['plan-ends'])
  })

  test('an address that the mail server does not know is shown, until it is another', async () => {
    const an = await verified()
    server.behaviour.atRecipient = () => ({ code: 550, text: '5.1.1 no such user' })
    await queue('password-changed', an, {})
    await expect.poll(async () => (await preferencesOf(an)).failedAt, { timeout: 20_000 }).not.toBeNull()
    server.behaviour.atRecipient = () => null
    const email = 'other@example.test'
    await product.as(an).inject({ method: 'PATCH', url: '/identity/users/profile', payload: { email } })
    const [mail] = await server.count(1)
    const token = /verify-email#(\S+)/.exec(mail?.text ?? '')?.[1]
    await product.as(an).inject({ method: 'POST', url: '/identity/email/confirm', payload: { token } })
    expect(await preferencesOf(an)).toMatchObject({ email, failedAt: null })
  })
})

test('who answers for a workspace is told who came and who went, but not what they did themselves', async () => {
  const sharing = sharingOf(product)
  const [lan, thu, hoa] = [await verified(), await verified(), await verified()]
  const states = () =>
    query(
      db(),
      sql`select user_id as "to", status from mail_outbox
        where kind = 'members-changed' and last_error <> 'expanded' order by user_id`,
    )
  const settles = (wanted: Record<string, 'sent' | 'dropped'>) =>
    expect.poll(states, { timeout: 20_000 }).toEqual(
      Object.keys(wanted)
        .sort()
        .map((to) => ({ to, status: wanted[to] })),
    )
  const forget = () => db().execute(sql`delete from mail_outbox`)
  await sharing.join(lan, thu, 'manager')
  await settles({ [lan.id]: 'sent', [thu.id]: 'dropped' })
  await forget()
  await sharing.join(lan, hoa, 'editor')
  await settles({ [lan.id]: 'sent', [thu.id]: 'sent' })
  await forget()
  await sharing.remove(thu, lan, hoa)
  await settles({ [lan.id]: 'sent', [thu.id]: 'dropped' })
  expect(server.arrived.at(-1)?.text).toContain(hoa.email)
  expect(server.arrived.at(-1)?.text).toContain(`workspace=${lan.id}`)
})

describe('a sign-in', () => {
  const PHONE =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Version/19.0 Safari/604'
  const LAPTOP = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const signIn = ({ username, password }: Person, remoteAddress: string, userAgent: string) =>
    product.inject({
      method: 'POST',
      url: '/identity/users/auth',
      remoteAddress,
      headers: {
        authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
        'accept-language': 'fr',
        'user-agent': userAgent,
      },
    })
  const told = () =>
    query<{ country: string; label: string }>(
      db(),
      sql`select "values" ->> 'country' as country, "values" ->> 'label' as label from mail_outbox
        where kind = 'new-sign-in' order by id`,
    )

  test('is told once a device: a phone that changes its network is the same, another browser or country is not', async () => {
    const an = await verified()
    for (const network of ['113.160.0.1', '113.161.7.1', '14.160.0.1']) await signIn(an, network, PHONE)
    const phone = { country: 'VN', label: 'Safari · iOS' }
    expect(await told()).toEqual([phone])
    await Promise.all([1, 2, 3, 4].map((network) => signIn(an, `113.160.0.${network}`, LAPTOP)))
    const laptop = { country: 'VN', label: 'Firefox · Linux' }
    expect(await told()).toEqual([phone, laptop])
    await signIn(an, '8.8.8.8', LAPTOP)
    expect(await told()).toEqual([phone, laptop, { ...laptop, country: 'US' }])
  })

  test('from a network known since before devices were kept is no news', async () => {
    const an = await verified()
    await signIn(an, '113.160.0.1', PHONE)
    await db().execute(sql`delete from known_devices where device_hash like 'place:%'`)
    await db().execute(sql`delete from mail_outbox`)
    await signIn(an, '113.160.0.1', PHONE)
    expect(await told()).toEqual([])
  })

  test('does not say in which language mails come: who signed in may be a stranger', async () => {
    const an = await verified()
    for (let again = 0; again < 2; again++) await signIn(an, '113.160.0.1', PHONE)
    await server.count(1)
    await queue('password-changed', an, {})
    await server.count(2)
    const choose = { method: 'PATCH', url: '/identity/users/profile', payload: { language: 'ja' } } as const
    expect((await product.as(an).inject(choose)).statusCode).toBe(200)
    await queue('password-changed', an, {})
    const languages = (await server.count(3)).map(({ headers }) => headers.get('content-language'))
    expect(languages).toEqual(['vi', 'vi', 'ja'])
  })

  test('of somebody who never chose a language is taken for theirs from a device that is known', async () => {
    const an = await verified()
    const language = async () => (await query(db(), sql`select language from users where id = ${an.id}`))[0]
    await db().execute(sql`update users set language = null where id = ${an.id}`)
    await signIn(an, '113.160.0.1', PHONE)
    expect(await language()).toEqual({ language: null })
    await signIn(an, '113.160.0.1', PHONE)
    expect(await language()).toEqual({ language: 'fr' })
  })
})

describe('the weekly report', () => {
  /** A code with scans at noon, Vietnam time, of some days. */
  async function scanned(person: Person, name: string, days: Record<string, number>) {
    const { id } = await codesOf(product, person).save(aDynamicCode({ name }))
    for (const [day, scans] of Object.entries(days)) {
      const at = Date.parse(`${day}T05:00:00Z`)
      const records = Array.from({ length: scans }, (_, index) => aScan(id, { at, visitor: `v${index}` }))
      await givenScans(product.database(), records)
    }
  }

  test('compares last week with the week before in the zone of its reader, on Monday morning, once', async () => {
    const an = await verified()
    await choose(an, { weeklyReport: true, timeZone: 'Asia/Ho_Chi_Minh' }, { 'accept-language': 'en' })
    await scanned(an, 'Menu', { '2026-11-17': 12, '2026-11-10': 4 })
    await scanned(an, 'Wi-Fi', { '2026-11-11': 3 })
    const queued = async () => (await query(db(), sql`select "values" from mail_outbox`)).length
    // 23 November is a Monday; 06:59 and 07:01 there.
    for (const early of ['2026-11-22T10:00:00Z', '2026-11-22T23:59:00Z', '2026-11-24T03:00:00Z']) {
      await sendWeeklyReports(product.database(), new Date(early))
      expect(await queued()).toBe(0)
    }
    for (const due of ['2026-11-23T00:01:00Z', '2026-11-23T09:00:00Z'])
      await sendWeeklyReports(product.database(), new Date(due))
    expect(await queued()).toBe(1)
    const [mail] = await server.count(1)
    expect(mail?.text).toContain('12 Scans')
    expect(mail?.text).toMatch(/▲ up 71% on the previous week \(7\)/)
    expect(mail?.text).toContain('Menu')
    expect(mail?.text).toContain('but not in this one: 1')
    expect(mail?.text).toContain('16 Nov 2026 – 22 Nov 2026')
    expect(mail?.text).toContain('Mon: 0\nTue: 12\nWed: 0\n')
  })

  test('without a scan in two weeks none is sent', async () => {
    const an = await verified()
    await choose(an, { weeklyReport: true })
    await sendWeeklyReports(product.database(), new Date('2026-11-23T02:00:00Z'))
    expect(await query(db(), sql`select 1 from mail_outbox`)).toEqual([])
  })
})
