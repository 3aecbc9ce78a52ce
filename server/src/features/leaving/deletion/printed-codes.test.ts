import { readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { query } from '../../../platform/db/database'
import { openFiles } from '../../../platform/files/file-store'
import { type Person, TEST_SETUP_TOKEN, testApp } from '../../../testing/app'
import { openPublicListener } from '../../../testing/public-listener'
import { aScan, givenScans } from '../../../testing/scan'
import { SOON } from '../../../testing/soon'
import { visitorOf } from '../../../testing/visitor'
import { pdfCallsOf, pdfWith, someDetails } from '../../pdf-codes/testing'
import { aDynamicCode, aStaticCode, codesOf, website } from '../../user-codes/testing'
import { leavingOf } from '../testing'

const product = testApp({ PUBLIC_PORT: '0', PDF_HOST: 'http://qr.test/p' })
const { execute, runJob, leave, leaveForGood } = leavingOf(product)
const { create } = pdfCallsOf(product)
let listener: Awaited<ReturnType<typeof openPublicListener>>
const { ask } = visitorOf(() => listener.port, 'qr.test')

beforeAll(async () => {
  listener = await openPublicListener(product)
})
beforeEach(() => rm(join(product.config().dataDir, 'files', 'pdf'), { recursive: true, force: true }))
afterAll(() => listener.close())

const rows = <T extends Record<string, unknown>>(statement: ReturnType<typeof sql>) =>
  query<T>(product.database().db, statement)
const countOf = async (table: string, where: ReturnType<typeof sql>) =>
  (await rows<{ n: number }>(sql`select count(*)::int as n from ${sql.identifier(table)} where ${where}`))[0]
    ?.n
const storedIn = (folder: string) => {
  try {
    return readdirSync(join(product.config().dataDir, 'files', folder), {
      recursive: true,
      withFileTypes: true,
    }).filter((entry) => entry.isFile()).length
  } catch {
    return 0
  }
}

/** One code of each sort, as printed ids, and what hangs on them. */
async function anOwner(): Promise<{
  mai: Person
  ids: Record<string, string>
  codes: Record<string, string>
}> {
  const mai = await product.signedIn()
  const own = codesOf(product, mai)
  const settings = { text: { isActive: true, content: 'Quán của Mai' } }
  const menu = await own.save(
    aDynamicCode({
      name: 'Thực đơn của Mai',
      tags: ['mai'],
      dynamicId: 'menu-mai',
      qrCustomSettings: settings,
    }),
  )
  const changed = await own.change(menu._id, { codeContent: website('https://shop.example/new') })
  expect(changed._id).toBe(menu._id)
  const paused = await own.save(aDynamicCode({ name: 'Tạm dừng', dynamicId: 'paused-mai' }))
  await own.change(paused._id, { enabled: false })
  const gone = await own.save(aDynamicCode({ name: 'Đã xoá', dynamicId: 'gone-mai' }))
  await own.good('DELETE', `/${gone._id}`)
  await own.save(aStaticCode('Text', { plainText: 'Số của Mai' }))
  const pdf = (
    await create(
      mai,
      { ...someDetails({ name: 'bao-gia-mai', dynamicId: 'pdf-mai' }) },
      { bytes: pdfWith('Mai') },
    )
  ).json()
  expect(pdf.result, JSON.stringify(pdf)).toBeDefined()
  const codes = { menu: menu._id, paused: paused._id, gone: gone._id, pdf: pdf.result._id }
  const db = product.database()
  await givenScans(db, [aScan(menu._id), aScan(menu._id, { visitor: 'another' }), aScan(gone._id)])
  return { mai, ids: { menu: '/menu-mai', paused: '/paused-mai', gone: '/gone-mai', pdf: '/pdf-mai' }, codes }
}

const answers = async (ids: Record<string, string>) =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(ids).map(async ([name, path]) => {
        const { status, headers } = await ask(path)
        return [name, headers.location ? `${status} ${headers.location}` : String(status)]
      }),
    ),
  )

test('frozen codes lead on to their last target, without a name, and their scans are dropped', async () => {
  const { mai, ids, codes } = await anOwner()
  const other = await product.signedIn()
  const others = await codesOf(product, other).save(aDynamicCode({ dynamicId: 'other' }))
  const page = await ask('/p/bao-gia-mai')
  expect(page.status).toBe(200)
  await leaveForGood(mai, { ending: 'freeze' })

  const expected = { menu: '302 https://shop.example/new', paused: '410', gone: '404', pdf: '410' }
  await vi.waitFor(async () => expect(await answers(ids)).toEqual(expected), SOON)
  expect((await ask('/p/bao-gia-mai')).status).toBe(404)
  const own = sql`user_id = ${mai.id}`
  for (const [table, all] of [
    ['user_codes', 4],
    ['dynamic_ids', 4],
    ['pdf_names', 1],
    ['files', 0],
  ] as const)
    expect([table, await countOf(table, own)]).toEqual([table, all])
  expect(storedIn('pdf')).toBe(0)
  for (const table of [
    'user_codes',
    'user_code_changes',
    'user_code_tag_totals',
    'pdf_codes',
    'scan_rows',
    'scan_breakdowns',
  ]) {
    const found = await countOf(table, sql`strpos(lower(${sql.identifier(table)}::text), 'của mai') > 0`)
    expect([table, found]).toEqual([table, 0])
  }
  expect(await countOf('user_code_changes', sql`field <> 'target' or "to" <> '""' or by <> ''`)).toBe(0)

  // What was on its way, and what comes still, is not kept; of others it is.
  await givenScans(product.database(), [
    aScan(codes['menu'] ?? ''),
    aScan(codes['gone'] ?? ''),
    aScan(others._id),
  ])
  expect(await rows(sql`select distinct code_id as id from scan_rows`)).toEqual([{ id: others._id }])
  expect(
    await countOf('scan_quarter_rows', sql`subject in (select subject from scan_owners where ${own})`),
  ).toBe(0)
  expect(
    await countOf(
      'scan_breakdowns',
      sql`not keys && array['code:' || ${others._id}] and subject <> ${others._id}`,
    ),
  ).toBe(0)
  expect(
    await rows(sql`select code_id as id, scans::int as scans from scan_counters where scans > 0`),
  ).toEqual([{ id: others._id, scans: 1 }])

  const taken = await codesOf(product, other).call('POST', '', aDynamicCode({ dynamicId: 'menu-mai' }))
  expect(taken.json().error.code, 'an id is never given to a stranger').toBe('DynamicIdExists')
})

test('with a domain of their own what is printed with it stops, which is said before', async () => {
  const { mai, ids } = await anOwner()
  const host = 'go.mai.example'
  const visit = visitorOf(() => listener.port, host).ask
  const preview = async () =>
    (await product.as(mai).inject({ url: '/identity/users/profile/deletion' })).json().result
  await execute(sql`insert into custom_domains (user_id, kind, domain, enabled)
    values (${mai.id}, 'qrcode', ${host}, true)`)
  expect(await preview(), 'not verified, so nothing is served under it').toMatchObject({
    domain: null,
    paths: 0,
  })
  await execute(sql`update custom_domains set proven_at = now()`)
  await execute(sql`insert into domain_paths (user_id, host, path, code_id)
    select ${mai.id}, ${host}, '/Thuc-Don', id from user_codes where dynamic_id = 'menu-mai'`)
  expect(await preview()).toMatchObject({ domain: host, paths: 1, dynamicCodes: 3, pdfCodes: 1 })
  const printed = ['/menu-mai', '/Thuc-Don']
  await vi.waitFor(async () => {
    for (const path of printed) expect((await visit(path)).status).toBe(302)
  }, SOON)
  await leaveForGood(mai, { ending: 'freeze', keepPdfPages: true })
  await vi.waitFor(async () => {
    for (const path of printed) expect((await visit(path)).headers.location).toBeUndefined()
    expect(await answers({ menu: ids['menu'] ?? '' })).toEqual({ menu: '302 https://shop.example/new' })
  }, SOON)
})

test('with a tick the pages of PDF codes stay, and only what is in place', async () => {
  const { mai, ids } = await anOwner()
  await leaveForGood(mai, { ending: 'freeze', keepPdfPages: true })
  await vi.waitFor(async () => expect((await answers(ids))['pdf']).toMatch(/^302 /), SOON)
  const page = await ask('/p/bao-gia-mai')
  expect(page.status).toBe(200)
  expect(storedIn('pdf')).toBe(1)
  expect(await countOf('files', sql`user_id = ${mai.id}`)).toBe(1)
})

test('stopped codes show the page of a paused code, for good', async () => {
  const { mai, ids } = await anOwner()
  await leaveForGood(mai, { ending: 'stop', keepPdfPages: true })
  await vi.waitFor(
    async () => expect(await answers(ids)).toEqual({ menu: '410', paused: '410', gone: '404', pdf: '410' }),
    SOON,
  )
  expect(await countOf('user_codes', sql`target like '%shop.example%'`)).toBe(0)
})

test('reports and takedown of a frozen code work on', async () => {
  const admin = await product.signedIn({ setupToken: TEST_SETUP_TOKEN })
  const { mai, ids, codes } = await anOwner()
  await leaveForGood(mai)
  const reply = await product.as(admin).inject({
    method: 'POST',
    url: `/gateway/api/admin/code-reports/${codes['menu']}/takedown`,
    payload: { reason: 'phishing', note: '' },
  })
  expect(reply.statusCode, reply.body).toBeLessThan(300)
  await vi.waitFor(async () => expect((await ask(ids['menu'] ?? '')).status).toBe(410), SOON)
  expect((await ask(ids['menu'] ?? '')).headers.location).toBeUndefined()
})

test('an erasure that was killed goes on with the step that it had reached, and ends', async () => {
  const { mai, ids } = await anOwner()
  await leave(mai)
  await execute(sql`update users set deleting_at = now()`)
  const files = await openFiles(product.config())
  const dying = { ...files, remove: () => Promise.reject(new Error('killed')) }
  await expect(runJob('account-deletions', Promise.resolve(dying))).rejects.toThrow('killed')
  const [held] = await rows<{ step: number; isEnded: boolean }>(
    sql`select step, ended_at is not null as "isEnded" from erasures`,
  )
  expect(held?.step).toBeGreaterThan(0)
  expect(held?.isEnded).toBe(false)
  expect(await countOf('users', sql`id = ${mai.id}`)).toBe(0)

  await runJob('account-deletions')
  expect(await countOf('files', sql`user_id = ${mai.id}`)).toBe(0)
  expect(await rows(sql`select step, ended_at as at from erasures`)).toEqual([{ step: 0, at: null }])
  // A call that was under way wrote late.
  await execute(sql`insert into mail_preferences (user_id, unsubscribe_key) values (${mai.id}, 'late')`)
  await execute(sql`update erasures set begun_at = begun_at - interval '1 hour'`)
  await runJob('account-deletions')
  expect(await countOf('mail_preferences', sql`true`)).toBe(0)
  expect(await countOf('erasures', sql`ended_at is not null and email is null`)).toBe(1)
  await vi.waitFor(async () => expect((await answers(ids))['menu']).toMatch(/^302 /), SOON)
})

test('an import beside the seal leaves no scan behind', async () => {
  const { mai, codes } = await anOwner()
  await leave(mai)
  await execute(sql`update users set deleting_at = now()`)
  const imports = Array.from({ length: 20 }, (_, index) =>
    givenScans(product.database(), [aScan(codes['menu'] ?? '', { visitor: `v${index}` })]),
  )
  await Promise.all([...imports, runJob('account-deletions')])
  expect(await countOf('scan_rows', sql`true`)).toBe(0)
  expect(await countOf('scan_quarters', sql`true`)).toBe(0)
  expect(await countOf('scan_breakdowns', sql`true`)).toBe(0)
})
