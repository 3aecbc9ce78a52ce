import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { testDatabase } from '../../testing/database'
import { openMailServer } from '../../testing/services/mail-server'
import { readConfig } from '../config/config'
import { type Db, query } from '../db/database'
import { createLog } from '../logging'
import { type Mail, mailJobs, openOutbox, queueMail, readMailFigures } from '.'
import { type LinkMakers, type MailPeople, startMailSender } from './sender'
import { openTransport } from './transport'

const storage = testDatabase()
const log = createLog('silent')
/** On a machine that has much else to do. */
const PATIENCE = { timeout: 20_000 }
const UNKNOWN = { language: null, timeZone: null }
const undeliverable: string[] = []
const opened: { close(): Promise<unknown> }[] = []

const people: MailPeople = {
  findMembers: async (_tx, workspaceId) => (workspaceId === 'team' ? ['lan', 'minh'] : null),
  find: async (_tx, userId) => ({ address: `${userId}@example.test`, ...UNKNOWN }),
  markUndeliverable: async (_tx, userId, address) => void undeliverable.push(`${userId} ${address}`),
}

async function mailServer(options: Parameters<typeof openMailServer>[0] = {}) {
  const server = await openMailServer(options)
  opened.push(server)
  return server
}

const SENDING = readConfig({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'no-reply@app.test' })

/** A sender of its own, as each process has one. */
async function sender(env: Record<string, string>, more: { links?: LinkMakers; people?: MailPeople } = {}) {
  const { mail } = readConfig(env)
  if (!mail) throw new Error('no mail server is set')
  const route = { transport: openTransport(mail), idHost: 'scanleaf.test' }
  const started = await startMailSender({
    database: storage.database(),
    log,
    route: async () => route,
    people,
    links: {},
    compose: async (_tx, { kind, language, url }) => ({
      subject: `${kind} in ${language}`,
      html: `<p>${url ?? 'no link'}</p>`,
      text: `${url ?? 'no link'}`,
      language,
      unsubscribeUrl: kind === 'plan-ends' ? 'https://app.test/mail/unsubscribe?k=1' : null,
    }),
    ...more,
  })
  const close = () => started.close().then(() => route.transport.close())
  opened.push({ close })
  return { close }
}

const db = () => storage.database().db
const mailOf = (name: string, more: Partial<Mail> = {}): Mail => ({
  kind: 'plan-ends',
  dedupeKey: `plan-ends:${name}`,
  userId: name,
  address: null,
  language: null,
  values: {},
  ...more,
})

type Row = { status: string; attempts: number; last_error: string; wait: number }
const rows = () =>
  query<Row>(
    db(),
    sql`select status, attempts, last_error, round(extract(epoch from next_at - now()) / 60)::integer as wait
      from mail_outbox order by id`,
  )
/** The only row, once it is as wanted. */
const row = async (isWanted: (row: Row) => boolean): Promise<Row> => {
  const found = await vi.waitUntil(async () => (await rows()).find(isWanted), PATIENCE)
  return found as Row
}
/** As if the wait of all mails were over. */
async function passTime(tx: Db = db()) {
  await tx.execute(sql`update mail_outbox set next_at = now() where status = 'waiting'`)
  await tx.execute(sql`select pg_notify('mail_queued', '')`)
}

beforeEach(() => openOutbox({ ...SENDING, mail: null }))
afterEach(async () => {
  for (const part of opened.splice(0).reverse()) await part.close()
  undeliverable.length = 0
})

describe('the outbox', () => {
  test('takes nothing while no mail server is set', async () => {
    await queueMail(db(), mailOf('an'))
    expect(await rows()).toEqual([])
  })

  test('goes with the transaction of the act, and takes a key once', async () => {
    openOutbox(SENDING)
    const failing = storage.database().transaction(async (tx) => {
      await queueMail(tx, mailOf('an'))
      throw new Error('the act fails')
    })
    await expect(failing).rejects.toThrow('the act fails')
    expect(await rows()).toEqual([])
    await queueMail(db(), mailOf('an'))
    await queueMail(db(), mailOf('an', { values: { days: 3 } }))
    expect(await rows()).toHaveLength(1)
  })

  test.each(['sent', 'failed', 'dropped'])('does not take a key again whose mail was %s', async (status) => {
    openOutbox(SENDING)
    await queueMail(db(), mailOf('an'))
    await db().execute(sql`update mail_outbox set status = ${status}, sent_at = now()`)
    await queueMail(db(), mailOf('an'))
    await queueMail(db(), mailOf('binh'))
    expect((await rows()).map((each) => each.status)).toEqual([status, 'waiting'])
  })

  const INJECTIONS = [
    'evil@x.test\r\nBcc: z@z.test',
    'a@x.test, b@y.test',
    'a@x.test;b@y.test',
    'a@x.test\u0000',
    '"a@x.test" <b@y.test',
    'a b@x.test',
    'ann@exämple.test',
    '(c)a@x.test',
    '@x.test',
    'a@x.test>\r\nRCPT TO:<z@z.test',
    'group:a@x.test,b@y.test;',
  ]
  test('holds no address but exactly one mailbox', async () => {
    openOutbox(SENDING)
    for (const address of INJECTIONS) {
      await queueMail(db(), mailOf('an', { address }))
      const insert = sql`insert into mail_outbox (dedupe_key, kind, address, language, "values")
        values ('k', 'recovery', ${address.replace('\u0000', '\u0001')}, 'en', '{}')`
      await expect(db().execute(insert)).rejects.toMatchObject({ constraint: 'mail_outbox_address' })
    }
    expect(await rows()).toEqual([])
  })

  test('of a person whose account has such an address sends nothing', async () => {
    openOutbox(SENDING)
    const server = await mailServer()
    for (const name of [...INJECTIONS.keys(), 'good']) await queueMail(db(), mailOf(`${name}`))
    const find = async (_tx: Db, userId: string) => ({
      address: INJECTIONS[Number(userId)] ?? 'good@example.test',
      ...UNKNOWN,
    })
    await sender(server.env, { people: { ...people, find } })
    await vi.waitUntil(async () => (await rows()).every(({ status }) => status !== 'waiting'), PATIENCE)
    expect(server.arrived.map(({ envelope }) => envelope.to)).toEqual([['good@example.test']])
    expect(server.arrived[0]?.source).not.toMatch(/^bcc:/im)
    expect((await rows()).map(({ status }) => status)).toEqual([...INJECTIONS.map(() => 'dropped'), 'sent'])
  })

  test('forgets after 30 days', async () => {
    openOutbox(SENDING)
    await queueMail(db(), mailOf('old'))
    await db().execute(sql`update mail_outbox set created_at = now() - interval '30 days 1 minute'`)
    await queueMail(db(), mailOf('new'))
    for (const { run } of mailJobs(storage.database())) await run()
    expect(await query(db(), sql`select dedupe_key from mail_outbox`)).toEqual([
      { dedupe_key: 'plan-ends:new' },
    ])
  })
})

describe('the sender', () => {
  test('is woken by a mail, sends it once, and names itself as a program', async () => {
    openOutbox(SENDING)
    const server = await mailServer({ login: true })
    await sender(server.env)
    await queueMail(db(), mailOf('an'))
    const [mail] = await server.count(1)
    expect(mail?.envelope).toEqual({ from: 'no-reply@scanleaf.test', to: ['an@example.test'] })
    expect(mail?.subject).toBe('plan-ends in vi')
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated')
    expect(mail?.source).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(mail?.messageId).toMatch(/^<\d+\.\d+@scanleaf\.test>$/)
    expect(await row(({ status }) => status === 'sent')).toMatchObject({ attempts: 0, last_error: '' })
  })

  test('makes the link of a kind at the moment of sending, and drops the mail when there is nobody', async () => {
    openOutbox(SENDING)
    const server = await mailServer()
    const recovery: LinkMakers['recovery'] = async (_tx, { values }) =>
      values['login'] === 'an' ? { address: 'an@example.test', url: 'https://app.test/t/secret' } : null
    await sender(server.env, { links: { recovery } })
    for (const login of ['nobody', 'an'])
      await queueMail(db(), mailOf(login, { kind: 'recovery', userId: null, values: { login } }))
    const [mail] = await server.count(1)
    expect(mail?.text).toContain('https://app.test/t/secret')
    expect(mail?.headers.has('list-unsubscribe')).toBe(false)
    await vi.waitUntil(async () => (await rows()).every(({ status }) => status !== 'waiting'), PATIENCE)
    expect((await rows()).map(({ status }) => status)).toEqual(['dropped', 'sent'])
    expect(JSON.stringify(await query(db(), sql`select mail_outbox::text from mail_outbox`))).not.toContain(
      'secret',
    )
  })

  test('tries again after 1, 5 and 15 minutes, 1, 4, 12 and 24 hours, then gives up', async () => {
    openOutbox(SENDING)
    const server = await mailServer()
    server.behaviour.atRecipient = () => ({ code: 451, text: '4.7.1 Greylisted, come back later' })
    await sender(server.env)
    await queueMail(db(), mailOf('an'))
    const waits = [1, 5, 15, 60, 240, 720, 1440]
    for (const [index, wait] of waits.entries()) {
      const seen = await row(({ attempts, last_error }) => attempts === index + 1 && last_error !== '')
      expect(seen).toMatchObject({ status: 'waiting', wait, last_error: expect.stringContaining('451') })
      await passTime()
    }
    expect(await row(({ status }) => status === 'failed')).toMatchObject({ attempts: waits.length + 1 })
    expect(undeliverable).toEqual([])
    expect(await readMailFigures(db())).toEqual({ waiting: 0, oldestSeconds: 0, refused: 0, failed: 1 })
  })

  test('repeats a mail whose connection ends after DATA under the same Message-ID', async () => {
    openOutbox(SENDING)
    const server = await mailServer()
    let drops = 1
    server.behaviour.afterData = () => (drops-- > 0 ? 'drop' : null)
    await sender(server.env)
    await queueMail(db(), mailOf('an'))
    await row(({ attempts }) => attempts === 1)
    // A server that hangs up is not tried for a minute by the process that saw it; another process still tries.
    await sender(server.env)
    await passTime()
    const [first, second] = await server.count(2)
    expect(second?.messageId).toBe(first?.messageId)
    expect(await row(({ status }) => status === 'sent')).toMatchObject({ attempts: 1 })
  })

  test.each([
    ['550 5.1.1 no such user', ['an an@example.test']],
    ['554 5.7.1 relay access denied', []],
  ])('at RCPT %s: failed, and noted at the person when it is the mailbox', async (answer, noted) => {
    openOutbox(SENDING)
    const server = await mailServer()
    server.behaviour.atRecipient = () => ({ code: Number(answer.slice(0, 3)), text: answer.slice(4) })
    await sender(server.env)
    await queueMail(db(), mailOf('an'))
    expect(await row(({ status }) => status === 'failed')).toMatchObject({ attempts: 1 })
    expect(undeliverable).toEqual(noted)
  })

  test('a message that is refused for its content has failed, and says nothing of the mailbox', async () => {
    openOutbox(SENDING)
    const server = await mailServer()
    server.behaviour.afterData = () => ({ code: 552, text: '5.3.4 Too big' })
    await sender(server.env)
    await queueMail(db(), mailOf('an'))
    expect(await row(({ status }) => status === 'failed')).toMatchObject({ last_error: '552 5.3.4 Too big' })
    expect(undeliverable).toEqual([])
  })

  test('a refused login costs no attempt, is told without the password, and all goes once it is accepted', async () => {
    openOutbox(SENDING)
    const server = await mailServer({ login: true })
    server.behaviour.atLogin = () => ({ code: 535, text: '5.7.8 wrong password sécret@mail' })
    await sender(server.env)
    for (const name of ['an', 'binh', 'chi']) await queueMail(db(), mailOf(name))
    const seen = await row(({ last_error }) => last_error.startsWith('refused: login'))
    expect(seen).toMatchObject({
      status: 'waiting',
      attempts: 0,
      last_error: expect.not.stringContaining('cret@'),
    })
    expect(await readMailFigures(db())).toMatchObject({ waiting: 3, failed: 0 })
    expect((await readMailFigures(db())).refused).toBeGreaterThan(0)
    server.behaviour.atLogin = () => null
    await sender(server.env)
    await passTime()
    await server.count(3)
    await vi.waitUntil(async () => (await rows()).every(({ status }) => status === 'sent'), PATIENCE)
    expect((await readMailFigures(db())).refused).toBe(0)
  })

  test('the server is greeted by the domain of the sender, whatever this machine is called', async () => {
    openOutbox(SENDING)
    const server = await mailServer()
    await sender(server.env)
    await queueMail(db(), mailOf('an'))
    const [mail] = await server.count(1)
    expect(mail?.greeting).toBe('scanleaf.test')
  })

  test('a relay of the private network is used without TLS if a setting says so, one that is public is not', async () => {
    openOutbox(SENDING)
    const server = await mailServer()
    const { port } = new URL(server.env.SMTP_URL)
    // A name of the loopback interface that the settings do not know as one.
    const relay = { ...server.env, SMTP_URL: `smtp://127.1:${port}` }
    const demanding = await sender(relay)
    await queueMail(db(), mailOf('an'))
    await row(({ last_error }) => last_error.startsWith('refused: TLS'))
    await demanding.close()
    const trusting = await sender({ ...relay, SMTP_TLS: 'private' })
    await passTime()
    await server.count(1)
    await trusting.close()
    await sender({ ...relay, SMTP_URL: 'smtp://203.0.113.1', SMTP_TLS: 'private' })
    await queueMail(db(), mailOf('binh'))
    const seen = await row(({ last_error }) => last_error.includes('203.0.113.1 is not in a private network'))
    expect(seen).toMatchObject({ status: 'waiting', attempts: 0 })
    expect(() => readConfig({ ...relay, SMTP_URL: 'smtps://mail.test', SMTP_TLS: 'private' })).toThrow(
      /SMTP_TLS=private/,
    )
  })

  test('a server that is not there, or no longer offers TLS, loses nothing', async () => {
    openOutbox(SENDING)
    const server = await mailServer()
    await sender({ ...server.env, SMTP_URL: 'smtp://127.0.0.1:1' })
    await queueMail(db(), mailOf('an'))
    expect(await row(({ attempts }) => attempts === 1)).toMatchObject({ status: 'waiting', wait: 1 })
    await sender({ ...server.env, SMTP_URL: server.env.SMTP_URL.replace('smtp:', 'smtps:') })
    await passTime()
    const refused = await row(({ last_error }) => last_error.startsWith('refused: TLS'))
    expect(refused).toMatchObject({ status: 'waiting', attempts: 1 })
  })

  test('a mail about a workspace goes to each of its members whom it concerns, once, by two processes too', async () => {
    openOutbox(SENDING)
    const server = await mailServer()
    await queueMail(db(), mailOf('team', { values: { days: 3 } }))
    await Promise.all([sender(server.env), sender(server.env)])
    await server.count(2)
    await vi.waitUntil(async () => (await rows()).every(({ status }) => status !== 'waiting'), PATIENCE)
    expect(server.arrived.flatMap(({ envelope }) => envelope.to).sort()).toEqual([
      'lan@example.test',
      'minh@example.test',
    ])
    const stored = await query(db(), sql`select dedupe_key, "values", status from mail_outbox order by id`)
    expect(stored).toEqual([
      { dedupe_key: 'plan-ends:team', values: { days: 3 }, status: 'dropped' },
      { dedupe_key: 'plan-ends:team:lan', values: { days: 3, workspace: 'team' }, status: 'sent' },
      { dedupe_key: 'plan-ends:team:minh', values: { days: 3, workspace: 'team' }, status: 'sent' },
    ])
  })

  test('two processes share the work, and each mail goes once', async () => {
    openOutbox(SENDING)
    const server = await mailServer()
    const names = Array.from({ length: 120 }, (_, index) => `person-${index}`)
    await storage.database().transaction(async (tx) => {
      for (const name of names) await queueMail(tx, mailOf(name))
    })
    await Promise.all([sender(server.env), sender(server.env)])
    await server.count(names.length)
    await vi.waitUntil(async () => (await rows()).every(({ status }) => status === 'sent'), PATIENCE)
    expect(server.arrived.flatMap(({ envelope }) => envelope.to).sort()).toEqual(
      names.map((name) => `${name}@example.test`).sort(),
    )
  })
})
