import { readdirSync } from 'node:fs'
import { rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { ScanleafCodes } from '@scanleaf/shared'
import { decodeText, readText } from '@scanleaf/shared/tables'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { query } from '../../../platform/db/database'
import { type FileStore, openFiles } from '../../../platform/files/file-store'
import { type Person, testApp } from '../../../testing/app'
import { aScan, givenScans } from '../../../testing/scan'
import { unzipped } from '../../../testing/unzipped'
import { newCodes, runsOf, websiteRows } from '../../bulk/testing'
import { pdfCallsOf, pdfWith, someDetails } from '../../pdf-codes/testing'
import { openPaths } from '../../user-codes'
import { aDynamicCode, aStaticCode, codesOf } from '../../user-codes/testing'
import { leavingOf } from '../testing'

const product = testApp({ BILLING: 'on', APP_NAME: 'Lá Xanh' })
const { execute, runJob, leaveForGood } = leavingOf(product)
const { create } = pdfCallsOf(product)
let mai: Person

beforeEach(async () => {
  await rm(join(product.config().dataDir, 'files', 'exports'), { recursive: true, force: true })
  mai = await product.signedIn()
})

const ask = (who: { sid: string }) => product.as(who).inject({ method: 'POST', url: '/identity/exports' })
const listOf = async (who: { sid: string }) =>
  (await product.as(who).inject({ url: '/identity/exports' })).json().result
const linkOf = (who: { sid: string }, id: string) =>
  product.as(who).inject({ method: 'POST', url: `/identity/exports/${id}/link` })
const pathOf = (link: { json(): { result: { url: string } } }) =>
  link.json().result.url.replace('http://app.test', '')
const fetched = (url: string, headers = {}) => product.inject({ url, headers })
const stored = () => {
  try {
    return readdirSync(join(product.config().dataDir, 'files', 'exports'), {
      recursive: true,
      withFileTypes: true,
    }).filter((entry) => entry.isFile()).length
  } catch {
    return 0
  }
}

/** Asks for an export, has it made, and fetches its file. */
async function exported(who: Person): Promise<Map<string, Buffer>> {
  const { id } = (await ask(who)).json().result
  await runJob('account-exports')
  const file = await fetched(pathOf(await linkOf(who, id)))
  expect(file.statusCode).toBe(200)
  return unzipped(file.rawPayload)
}

test('the file holds everything of a person, of nobody else, and no secret', async () => {
  const other = await product.signedIn()
  await codesOf(product, other).save(aDynamicCode({ name: 'Not yours' }))
  const own = codesOf(product, mai)
  const code = await own.save(aDynamicCode({ name: '=Thực đơn', tags: ['hè'], dynamicId: 'menu-1' }))
  await own.change(code._id, { name: 'Thực đơn mới' })
  const device = await own.save(aDynamicCode({ name: '=SUM(A1)', dynamicId: 'CON' }))
  const text = await own.save(aStaticCode('Text', { plainText: 'Xin chào' }))
  const database = product.database()
  const paths = [{ host: 'go.lasen.vn', path: '/Wifi-T2', codeId: code._id }]
  await database.transaction((tx) => openPaths(tx, { codeHost: 'http://qr.test' }, mai.id, paths))
  const { _id: pdfId, dynamicId: pdfCode } = (
    await create(mai, someDetails(), { bytes: pdfWith('Offer'), name: 'Báo giá.pdf' })
  ).json().result
  const batches = runsOf(product, mai)
  const batch = await batches.dryRun(newCodes({ rows: websiteRows('https://shop.example/1', 'nowhere') }))
  await runsOf(product, other).dryRun(newCodes({ rows: websiteRows('https://not-yours.example/') }))
  const inOctober = { at: Date.UTC(2026, 9, 31, 23, 59), visitor: 'b' }
  await givenScans(database, [aScan(code._id), aScan(code._id, inOctober)])
  await execute(sql`insert into chat_messages (user_id, "from", message, created_at)
    values (${mai.id}, 'user', 'Xin chào trợ lý', now()), (${other.id}, 'user', 'Secret of another', now())`)
  await execute(sql`insert into invoices (number, user_id, kind, status, amount, lines, buyer, issued_at)
    values ('QC-2026-000001', ${mai.id}, 'renewal', 'paid', 99000, '[]', '{"company":"Lá"}', now())`)

  const files = await exported(mai)
  const json = (path: string) => JSON.parse(files.get(path)?.toString() ?? 'null')
  const linesOf = (path: string) => files.get(path)?.toString().split('\r\n').slice(1, -1) ?? []
  const [listed] = json('files/files.json')
  const pictures = ['menu-1', device._id, pdfCode, text._id].map((id) => `images/${id}.svg`)
  expect([...files.keys()]).toEqual([
    ...['README.txt', 'codes.json', 'codes.csv', ...pictures],
    ...['nginx.conf', 'Caddyfile', 'cloudflare.csv', '_redirects', 'notes.csv'].map(
      (name) => `redirects/${name}`,
    ),
    ...['profile', 'sessions', 'security', 'actions', 'workspaces', 'api-keys', 'webhooks'].map(
      (name) => `account/${name}.json`,
    ),
    ...['bulk-runs', 'bulk-rows', 'domains', 'pdf-pages', 'pages'].map((name) => `codes/${name}.json`),
    ...['scans/scans-by-day.csv', 'scans/2026-10.csv', 'scans/2026-11.csv'],
    ...['files/files.json', listed.file, 'chat/messages.json', 'chat/actions.json'],
    ...['account', 'invoices', 'payments', 'wallet', 'notifications'].map((name) => `billing/${name}.json`),
    ...['account/mail-preferences.json', 'account/mails.json'],
  ])
  expect(json('account/profile.json')).toEqual([expect.objectContaining({ id: mai.id, email: mai.email })])
  expect(json('account/sessions.json')).toHaveLength(1)
  const told = ScanleafCodes.parse(json('codes.json'))
  expect(told.codes.map(({ dynamicId }) => dynamicId)).toEqual(['menu-1', 'CON', pdfCode, null])
  expect(told.codes[0]).toMatchObject({
    content: { content: 'https://shop.example/menu' },
    ...{ name: 'Thực đơn mới', tags: ['hè'], scans: 2, paths: ['go.lasen.vn/Wifi-T2'] },
    changes: [{ by: mai.email, field: 'name', from: '=Thực đơn', to: 'Thực đơn mới' }],
  })
  expect(told.codes[3]).toMatchObject({ content: { plainText: 'Xin chào' }, link: null, paths: [] })
  for (const path of ['codes.csv', 'redirects/notes.csv', 'scans/scans-by-day.csv', 'scans/2026-10.csv'])
    expect(files.get(path)?.toString(), path).toMatch(/^\uFEFF"[a-zA-Z]+";/)
  expect(readText(decodeText(files.get('codes.csv') ?? Buffer.of(), 'vi').text).rows[1]).toContain(
    'Thực đơn mới',
  )
  expect(linesOf('codes.csv')).toHaveLength(4)
  expect(linesOf('codes.csv')[0]).toContain('"Thực đơn mới"')
  expect(linesOf('codes.csv')[1]).toContain(`"'=SUM(A1)"`)
  expect(files.get('images/menu-1.svg')?.toString()).toMatch(/^<svg /)
  expect(files.get('README.txt')?.toString()).toContain('http://qr.test'.slice(7))
  expect(linesOf('redirects/notes.csv')).toEqual([`"${pdfCode}";"Thực đơn mùa thu";"yes";"page-stays-here"`])
  expect(json('codes/bulk-runs.json')).toMatchObject([{ id: batch.id, kind: 'create', ready: 1, skipped: 1 }])
  expect(json('codes/bulk-rows.json')).toMatchObject([
    { row: 1, outcome: 'ready', input: { content: { content: 'https://shop.example/1' } } },
    { row: 2, outcome: 'skipped' },
  ])
  expect(linesOf('scans/scans-by-day.csv')).toEqual([
    `"menu-1";"${code._id}";"2026-10-31";"1";"1"`,
    `"menu-1";"${code._id}";"2026-11-21";"1";"1"`,
  ])
  expect(linesOf('scans/2026-10.csv')).toEqual([
    expect.stringMatching(/^"2026-10-31T23:59:00.000Z";"UTC";"menu-1";"yes"/),
  ])
  expect(linesOf('scans/2026-11.csv')).toHaveLength(1)
  expect(listed).toMatchObject({ name: 'Báo giá.pdf', file: `files/Báo giá ${listed.id.slice(0, 8)}.pdf` })
  expect(files.get(listed.file)).toEqual(pdfWith('Offer'))
  expect(json('codes/pdf-pages.json')).toMatchObject([{ codeId: pdfId, fileId: listed.id }])
  expect(json('chat/messages.json')).toMatchObject([{ message: 'Xin chào trợ lý' }])
  expect(json('billing/invoices.json')).toMatchObject([{ number: 'QC-2026-000001', amount: '99000' }])
  const all = [...files.values()].join('\n')
  for (const secret of [
    'argon2',
    mai.sid,
    other.id,
    other.email,
    'Not yours',
    'not-yours',
    'Secret of another',
  ])
    expect(all).not.toContain(secret)
})

test('exports are asked for three a day, one at a time, by a fresh confirmation, and fetched by their owner alone', async () => {
  await execute(sql`update sessions set confirmed_at = now() - interval '10 minutes'`)
  expect((await ask(mai)).json().error.code).toBe('ConfirmationRequired')
  await execute(sql`update sessions set confirmed_at = now()`)
  const asked = await Promise.all([ask(mai), ask(mai), ask(mai)])
  expect(asked.map(({ statusCode }) => statusCode).sort()).toEqual([202, 409, 409])
  expect((await ask(mai)).json().error.code).toBe('ExportInProgress')
  const { exports, mayRequest, leftToday } = await listOf(mai)
  expect([exports.length, exports[0].status, mayRequest, leftToday]).toEqual([1, 'waiting', false, 2])
  expect((await linkOf(mai, exports[0].id)).json().error.code).toBe('ExportNotReady')
  await runJob('account-exports')
  for (const left of [1, 0]) {
    expect((await ask(mai)).statusCode).toBe(202)
    await runJob('account-exports')
    expect(await listOf(mai)).toMatchObject({ mayRequest: left > 0, leftToday: left })
  }
  expect((await ask(mai)).json().error.code).toBe('ExportsUsedUp')

  const other = await product.signedIn()
  const [{ id }] = (await listOf(mai)).exports
  expect((await linkOf(other, id)).statusCode).toBe(404)
  expect((await listOf(other)).exports).toEqual([])
  await execute(sql`update sessions set confirmed_at = now() - interval '10 minutes'`)
  expect((await linkOf(mai, id)).json().error.code).toBe('ConfirmationRequired')
  for (const token of ['', 'guess', 'x'.repeat(200)])
    expect((await fetched(`/identity/exports/file?token=${token}`)).statusCode).toBeGreaterThanOrEqual(400)
})

test('a part of the file is sent again after a broken line, and the link ends with its hour', async () => {
  const { id } = (await ask(mai)).json().result
  await runJob('account-exports')
  const url = pathOf(await linkOf(mai, id))
  const whole = await fetched(url)
  expect(whole.headers).toMatchObject({
    'content-type': 'application/zip',
    'cache-control': 'private, no-store',
    'accept-ranges': 'bytes',
    'x-request-id': expect.any(String),
    'content-disposition': expect.stringMatching(/^attachment; filename="L_ Xanh-\d{4}-\d\d-\d\d\.zip"/),
  })
  const bytes = whole.rawPayload
  expect((await listOf(mai)).exports[0]).toMatchObject({ status: 'ready', bytes: bytes.length })
  const rest = await fetched(url, { range: 'bytes=100-', 'if-range': whole.headers.etag })
  expect(rest.statusCode).toBe(206)
  expect(Buffer.concat([bytes.subarray(0, 100), rest.rawPayload])).toEqual(bytes)
  const pass = (seconds: number) =>
    execute(sql`update one_time_tokens set expires_at = expires_at - ${seconds} * interval '1 second'`)
  await pass(3601)
  expect((await fetched(url)).json().error.code).toBe('LinkExpired')
  await pass(-61)
  expect((await fetched(url)).statusCode).toBe(200)
})

test.each<[string, () => Promise<unknown>]>([
  ['a sign-out', () => product.as(mai).inject({ method: 'DELETE', url: '/identity/sessions/current' })],
  ['a sign-out everywhere', () => product.as(mai).inject({ method: 'DELETE', url: '/identity/sessions' })],
  [
    'a new password, set elsewhere',
    async () =>
      product.as(await product.signInAgain(mai)).inject({
        method: 'PUT',
        url: '/identity/users/password',
        payload: { currentPassword: mai.password, newPassword: 'another correct horse' },
      }),
  ],
  ['a suspension', () => execute(sql`update users set suspended_at = now() where id = ${mai.id}`)],
])('a link dies with its session, by %s, whole and in parts', async (_, end) => {
  const { id } = (await ask(mai)).json().result
  await runJob('account-exports')
  const url = pathOf(await linkOf(mai, id))
  expect((await fetched(url)).statusCode).toBe(200)
  await end()
  for (const headers of [{}, { range: 'bytes=100-' }])
    expect((await fetched(url, headers)).json().error.code).toBe('LinkExpired')
})

/** A store that fails at a moment, as a process does that is killed there. */
const dyingAt = (files: FileStore, moment: 'before' | 'after'): FileStore => ({
  ...files,
  async writeStream(key, bytes) {
    if (moment === 'after') await files.writeStream(key, bytes)
    else for await (const _ of bytes) break
    throw new Error('killed')
  },
})

test.each(['before', 'after'] as const)(
  'an export whose process was killed twice %s its file had its place is made anew, and one file stands',
  async (moment) => {
    const { id } = (await ask(mai)).json().result
    const files = await openFiles(product.config())
    await expect(runJob('account-exports', Promise.resolve(dyingAt(files, moment)))).rejects.toThrow('killed')
    await expect(runJob('account-exports', Promise.resolve(dyingAt(files, moment)))).rejects.toThrow('killed')
    expect((await listOf(mai)).exports[0].status).toBe('running')
    expect((await linkOf(mai, id)).json().error.code).toBe('ExportNotReady')
    await runJob('account-exports')
    expect((await listOf(mai)).exports[0].status).toBe('ready')
    expect(stored()).toBe(1)
    expect((await unzipped((await fetched(pathOf(await linkOf(mai, id)))).rawPayload)).size).toBeGreaterThan(
      5,
    )
  },
)

test('the file of an export that is nobody’s by the time it is written goes', async () => {
  await ask(mai)
  const files = await openFiles(product.config())
  const slow: FileStore = {
    ...files,
    async writeStream(key, bytes) {
      await files.writeStream(key, bytes)
      expect(stored()).toBe(1)
      await execute(sql`delete from exports`)
    },
  }
  await runJob('account-exports', Promise.resolve(slow))
  expect(stored()).toBe(0)
})

test('a file without an export goes after a day: until then its attempt may be about to name it', async () => {
  const files = await openFiles(product.config())
  const id = '5b0f7f0e-7d2f-4d55-9d55-0a3f4f3f1f11'
  await files.writeStream(`exports/${id}/1`, Readable.from([Buffer.from('zip')]))
  await runJob('account-exports')
  expect(stored()).toBe(1)
  const path = join(product.config().dataDir, 'files', 'exports', id, '1')
  const before = new Date(Date.now() - 25 * 3_600_000)
  await utimes(path, before, before)
  await runJob('account-exports')
  expect(stored()).toBe(0)
})

test('one that fails again and again gives up, and may be asked for anew on the same day', async () => {
  await ask(mai)
  const files = dyingAt(await openFiles(product.config()), 'before')
  for (let attempt = 1; attempt <= 5; attempt++)
    await expect(runJob('account-exports', Promise.resolve(files))).rejects.toThrow('killed')
  for (const _ of ['the sixth attempt', 'a later run'])
    await runJob('account-exports', Promise.resolve(files))
  expect(await listOf(mai)).toMatchObject({ exports: [{ status: 'failed' }], leftToday: 3 })
  expect((await ask(mai)).statusCode).toBe(202)
  await execute(sql`delete from exports where status = 'waiting'`)
  await execute(sql`update exports set day = day - 1`)
  await runJob('account-exports')
  expect((await listOf(mai)).exports).toEqual([])
})

test('an expired file goes, a new one takes the place of the old, and an erased account keeps none', async () => {
  await exported(mai)
  await exported(mai)
  expect((await listOf(mai)).exports).toHaveLength(1)
  expect(stored()).toBe(1)
  const [{ id }] = (await listOf(mai)).exports
  const url = pathOf(await linkOf(mai, id))
  await execute(sql`update exports set expires_at = now()`)
  // Also before the job has come by.
  expect((await fetched(url)).json().error.code).toBe('LinkExpired')
  expect((await linkOf(mai, id)).json().error.code).toBe('ExportNotReady')
  await runJob('account-exports')
  expect([(await listOf(mai)).exports, stored()]).toEqual([[], 0])
  await exported(mai)
  await leaveForGood(mai)
  expect(stored()).toBe(0)
  expect(await query(product.database().db, sql`select 1 from exports`)).toEqual([])
})
