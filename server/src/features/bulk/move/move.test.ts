import type { UserCode } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { query } from '../../../platform/db/database'
import { type Person, testApp } from '../../../testing/app'
import { givenDomain } from '../../../testing/code'
import { openPublicListener } from '../../../testing/public-listener'
import { aScan, givenScans } from '../../../testing/scan'
import { SOON } from '../../../testing/soon'
import { visitorOf } from '../../../testing/visitor'
import { pngOf } from '../../media/testing'
import { pageCallsOf } from '../../pages/testing/calls'
import { somePageInput } from '../../pages/testing/some-pages'
import { formOf, PDFS, pdfWith, someDetails } from '../../pdf-codes/testing'
import { aDynamicCode, aStaticCode, codesOf, website } from '../../user-codes/testing'
import { sharingOf } from '../../workspaces/testing'
import { runsOf } from '../testing'
import { workspaceOf } from './testing'

const product = testApp({ BILLING: 'off', CODE_HOST: 'http://qr.test', PUBLIC_PORT: '0' })
const sharing = sharingOf(product)
let listener: Awaited<ReturnType<typeof openPublicListener>>
let lan: Person
let shop: string
let given: ReturnType<typeof runsOf>
let codes: ReturnType<typeof codesOf>

beforeAll(async () => {
  listener = await openPublicListener(product)
})
afterAll(() => listener.close())
beforeEach(async () => {
  lan = await product.signedIn()
  shop = await workspaceOf(product, lan, 'Quán Lan')
  given = runsOf(product, lan)
  codes = codesOf(product, lan)
})

const { ask } = visitorOf(() => listener.port, 'qr.test')
const execute = (statement: ReturnType<typeof sql>) => product.database().db.execute(statement)
const within = (id: string) => ({ 'x-workspace': id })
const move = (ids: readonly string[], to = shop) => ({ kind: 'move', selection: { ids }, to })
const reasons = async (id: string) => (await given.rows(id)).map(({ problems }) => problems[0]?.code)
const listIn = async (id: string, filter: Record<string, string> = {}) =>
  (
    await codes.good(
      'GET',
      `?${new URLSearchParams({ productId: 'dynamic-code', ...filter })}`,
      undefined,
      within(id),
    )
  ).result as UserCode[]
const save = (more: object = {}) => codes.save(aDynamicCode(more))

async function moved(ids: readonly string[], to = shop): Promise<string> {
  const { id } = await given.dryRun(move(ids, to))
  expect(await given.start(id)).toMatchObject({ state: 'done', done: ids.length, failed: 0 })
  return id
}

test('codes move in their order with tags, rules of the list and scans; the new owner reads no address; undo brings them back', async () => {
  const first = await save({ name: 'bàn 1', tags: ['hè'], dynamicId: 'ban-1' })
  const second = await save({ name: 'bàn 2', dynamicId: 'ban-hai' })
  const stays = await save({ name: 'quầy' })
  await codes.change(first.id, { codeContent: website('https://shop.example/new') })
  await givenScans(product.database(), [aScan(first.id), aScan(first.id, { visitor: 'other' })])
  const dry = await given.dryRun(move([first.id, second.id]))
  expect(dry).toMatchObject({ ready: 2, skipped: 0, change: { workspace: 'Quán Lan' } })
  expect(await listIn(shop)).toEqual([])
  expect(await given.start(dry.id)).toMatchObject({ state: 'done', done: 2 })

  const there = await listIn(shop, { sort: 'createdAt', order: 'asc' })
  expect(there.map(({ name }) => name).sort()).toEqual(['bàn 1', 'bàn 2'])
  expect(there.find(({ id }) => id === first.id)).toMatchObject({
    dynamicId: 'ban-1',
    tags: ['hè'],
    scanCounter: 2,
  })
  expect((await listIn(shop, { q: 'bàn 1' })).map(({ id }) => id)).toEqual([first.id])
  expect((await listIn(lan.id)).map(({ id }) => id)).toEqual([stays.id])
  const changes = await codes.good('GET', `/${first.id}/changes`, undefined, within(shop))
  expect(changes.result.length).toBeGreaterThan(0)
  expect(JSON.stringify([there, changes])).not.toContain(lan.email)
  expect((await codes.call('GET', `/${first.id}`)).statusCode).toBe(404)
  const scans = async (id: string) =>
    (await product.as(lan).inject({ url: '/gateway/api/qrcode/scans?zone=UTC', headers: within(id) })).json()
      .result.total
  expect([await scans(lan.id), await scans(shop)]).toEqual([0, 2])

  expect(await given.undo(dry.id)).toMatchObject({ state: 'undone', undone: 2, retained: 0 })
  expect(await listIn(shop)).toEqual([])
  expect((await codes.read(first.id)).dynamicId).toBe('ban-1')
  expect([await scans(lan.id), await scans(shop)]).toEqual([2, 0])
})

test('a printed code leads on before, while and after it moves', async () => {
  const { id, dynamicId } = await save({
    dynamicId: 'poster',
    codeContent: website('https://shop.example/poster'),
  })
  const leads = async () => (await ask(`/${dynamicId}`)).headers['location']
  expect(await leads()).toBe('https://shop.example/poster')
  await product.database().transaction(async (tx) => {
    await tx.execute(sql`lock table scan_closing in share row exclusive mode`)
    if (product.database().engine === 'postgres') expect(await leads()).toBe('https://shop.example/poster')
  })
  const run = await moved([id])
  expect(await leads()).toBe('https://shop.example/poster')
  product.clock.advance(1000)
  await codes.good('PATCH', `/${id}`, { codeContent: website('https://shop.example/later') }, within(shop))
  await expect.poll(leads, SOON).toBe('https://shop.example/later')
  // It changed there, so it stays there.
  expect(await given.undo(run)).toMatchObject({ undone: 0, retained: 1 })
  expect(await reasons(run)).toEqual(['changed-since'])
  expect(await leads()).toBe('https://shop.example/later')
  // Its id is the new owner’s, also once the code is gone.
  await codes.good('DELETE', '', { deleted: id }, within(shop))
  expect((await codes.call('POST', '', aDynamicCode({ dynamicId: 'poster' }))).statusCode).toBe(409)
})

test('rows that would lose their printed copies or a reputation stay, in the dry run and in the run', async () => {
  const [plain, pathed, reported, taken] = [await save(), await save(), await save(), await save()]
  const fixed = await codes.save(aStaticCode('Text', { plainText: 'xin chào' }))
  await execute(
    sql`insert into domain_paths (user_id, host, path, code_id) values (${lan.id}, 'go.lasen.vn', '/a', ${pathed.id})`,
  )
  await execute(
    sql`insert into reported_codes (code_id, open, total, last_at) values (${reported.id}, 1, 1, now())`,
  )
  await execute(sql`insert into code_takedowns (key, code_id, user_id, reason, note, by, at)
    values (${taken.dynamicId?.toLowerCase()}, ${taken.id}, ${lan.id}, 'phishing', '', 'an', now())`)
  const all = [plain, pathed, reported, taken, fixed].map(({ id }) => id)
  const dry = await given.dryRun(move(all))
  expect(dry).toMatchObject({ ready: 2, skipped: 3 })
  expect(await reasons(dry.id)).toEqual([
    undefined,
    'code-has-paths',
    'code-reported',
    'CodeTakenDown',
    undefined,
  ])
  // A domain is proven before the run.
  await givenDomain(product.database(), 'go.lasen.vn', lan.id)
  expect(await given.start(dry.id, { mode: 'valid' })).toMatchObject({ done: 1, failed: 1 })
  expect((await reasons(dry.id))[0]).toBe('code-on-domain')
  expect((await listIn(lan.id)).map(({ id }) => id)).toContain(plain.id)
  const later = await given.dryRun(move([plain.id]))
  expect(await reasons(later.id)).toEqual(['code-on-domain'])
  // Off or lost it may come back.
  await execute(
    sql`update custom_domains set enabled = false, proven_at = null, lost_at = now() where user_id = ${lan.id}`,
  )
  expect(await reasons((await given.dryRun(move([plain.id]))).id)).toEqual(['code-on-domain'])
  for (const { problems } of await given.rows(dry.id))
    for (const { message } of problems) expect(message.length).toBeGreaterThan(10)
})

test('nothing moves from or to an account that is being erased', async () => {
  const { id } = await save()
  const dry = await given.dryRun(move([id]))
  for (const sealed of [lan.id, shop]) {
    await execute(sql`insert into scan_owners (user_id, sealed_at) values (${sealed}, now())
      on conflict (user_id) do update set sealed_at = now()`)
    expect((await given.call('POST', `/${dry.id}/start`, {})).statusCode).toBe(409)
    await execute(sql`update scan_owners set sealed_at = null where user_id = ${sealed}`)
  }
  expect(await given.start(dry.id)).toMatchObject({ done: 1 })
})

test('a code does not come back from where it may be printed with a domain', async () => {
  const { id } = await save()
  const run = await moved([id])
  await givenDomain(product.database(), 'di.lasen.vn', shop)
  expect(await given.undo(run)).toMatchObject({ undone: 0, retained: 1 })
  expect(await reasons(run)).toEqual(['code-on-domain'])
})

test('only who manages the source and may change codes in the destination moves codes', async () => {
  const { id } = await save()
  const [manager, editor, stranger] = [
    await sharing.join(lan, await product.signedIn(), 'manager'),
    await sharing.join(lan, await product.signedIn(), 'editor'),
    await product.signedIn(),
  ]
  const asked = async (person: Person, to: string) => {
    const reply = await runsOf(product, person).call('POST', '', move([id], to), within(lan.id))
    return [reply.statusCode, reply.json().error?.fields ?? reply.json().error?.code]
  }
  const refused = [422, { to: 'no-destination' }]
  expect(await asked(editor, editor.id)).toEqual([403, 'Forbidden'])
  expect(await asked(stranger, stranger.id)).toEqual([404, 'WorkspaceNotFound'])
  expect(await asked(manager, shop)).toEqual(refused)
  expect(await asked(manager, lan.id)).toEqual(refused)
  expect(await asked(lan, lan.id)).toEqual(refused)
  for (const to of ['nobody', '../x', '\u0000', ' ']) expect((await asked(lan, to))[0]).toBe(422)
  expect(await asked(lan, 'x'.repeat(65))).toEqual([422, { to: 'too-long' }])
  // An editor starts no move of a manager, and takes none back.
  const dry = await runsOf(product, manager).call('POST', '', move([id], manager.id), within(lan.id))
  expect(dry.statusCode, dry.body).toBe(201)
  const path = `/${dry.json().result.id}/start`
  expect((await runsOf(product, editor).call('POST', path, {}, within(lan.id))).statusCode).toBe(403)
  expect((await runsOf(product, manager).call('POST', path, {}, within(lan.id))).statusCode).toBe(200)
  expect(await listIn(lan.id)).toEqual([])
  const undo = `/${dry.json().result.id}/undo`
  expect((await runsOf(product, editor).call('POST', undo, undefined, within(lan.id))).statusCode).toBe(403)
  // The owner has no right where the manager took them.
  const kept = await given.good('POST', undo)
  expect(kept.result).toMatchObject({ state: 'undone', retained: 1 })
  expect(await reasons(dry.json().result.id)).toEqual(['no-destination'])
})

test('a PDF and a page move with all their files and what they take up; the picture of a logo is copied once', async () => {
  const photo = { bytes: pngOf(4, 4), name: 'logo.png', type: 'image/png', field: 'photo' }
  const image = await product
    .as(lan)
    .inject({ method: 'POST', url: '/media/images', ...(await formOf({}, photo)) })
  expect(image.statusCode, image.body).toBeLessThan(300)
  const link = `/media/images/${image.json().result.id}`
  const logo = { isImageLogo: true, link, background: '', chooseBackground: false, text: '' }
  const pictured = [await save({ logo }), await save({ logo })]
  const made = await product.as(lan).inject({
    ...{ method: 'POST', url: PDFS },
    ...(await formOf(someDetails({ name: 'thuc-don' }), { bytes: pdfWith('menu') })),
  })
  expect(made.statusCode, made.body).toBeLessThan(300)
  const pdf = made.json().result.id as string
  const page = await pageCallsOf(product).create(lan, { page: somePageInput('business', []) })
  const uploaded = await product.as(lan).inject({
    method: 'POST',
    url: `/gateway/api/qrcode/pages/${page.id}/pictures`,
    ...(await formOf({}, photo)),
  })
  expect(uploaded.statusCode, uploaded.body).toBe(201)
  const use = async () =>
    Object.fromEntries(
      (
        await query<{ id: string; files: number }>(
          product.database().db,
          sql`select user_id as id, files from storage_use where user_id in (${lan.id}, ${shop}) and files > 0`,
        )
      ).map(({ id, files }) => [id, files]),
    )
  expect(await use()).toEqual({ [lan.id]: 3 })
  const run = await moved([pdf, page.id, ...pictured.map(({ id }) => id)])
  // The home keeps its picture, and the shop has one for both codes.
  expect(await use()).toEqual({ [lan.id]: 1, [shop]: 3 })
  const read = await product.as(lan).inject({ url: `${PDFS}/${pdf}`, headers: within(shop) })
  expect(read.statusCode, read.body).toBe(200)
  expect((await product.as(lan).inject({ url: `${PDFS}/${pdf}` })).statusCode).toBe(404)
  const links = (await listIn(shop)).flatMap((code) => (code.logo?.isImageLogo ? [code.logo.link] : []))
  expect(new Set(links).size).toBe(1)
  expect(links[0]).not.toContain(link.slice(link.lastIndexOf('/') + 1))
  await given.undo(run)
  expect((await codes.read(pictured[0]?.id ?? '')).logo).toMatchObject({
    link: expect.stringContaining(link.slice(-10)),
  })
  expect(await use()).toEqual({ [lan.id]: 3, [shop]: 1 })
  await execute(sql`update storage_use set bytes = 1e15 where user_id = ${shop}`)
  expect(await reasons((await given.dryRun(move([pdf, page.id]))).id)).toEqual([
    'account-full',
    'account-full',
  ])
})

test('a page shows a PDF only while both are of one workspace', async () => {
  const made = await product.as(lan).inject({
    ...{ method: 'POST', url: PDFS },
    ...(await formOf(someDetails(), { bytes: pdfWith('menu') })),
  })
  const pdf = made.json().result.id as string
  const page = await pageCallsOf(product).create(lan, {
    page: somePageInput('business', [{ type: 'pdf', code: pdf }]),
  })
  const hidden = async (owner: string) => {
    const headers = within(owner)
    const shown = await product.as(lan).inject({ url: `/gateway/api/qrcode/pages/${page.id}`, headers })
    return shown.json().result.hiddenPdfs
  }
  expect(await hidden(lan.id)).toEqual([])
  const alone = await moved([pdf])
  expect(await hidden(lan.id)).toEqual([pdf])
  const { pathname, search } = new URL(page.draftUrl)
  expect((await ask(pathname + search)).body).not.toContain('PDF')
  await given.undo(alone)
  expect(await hidden(lan.id)).toEqual([])
  await moved([pdf, page.id])
  expect(await hidden(shop)).toEqual([])
  expect((await ask(pathname + search)).body).toContain('PDF')
})

test('webhooks of both workspaces hear of it, with the id that the code keeps', async () => {
  const { id } = await save()
  for (const owner of [lan.id, shop])
    await execute(sql`insert into webhooks (user_id, url, events, secret, created_by)
      values (${owner}, 'https://hooks.example/', '{code.created,code.deleted}', 'secret', 'an')`)
  await moved([id])
  const events = await query(
    product.database().db,
    sql`select user_id as owner, type, data ->> 'id' as id from outbox_events where user_id in (${lan.id}, ${shop}) order by type`,
  )
  expect(events).toEqual([
    { owner: shop, type: 'code.created', id },
    { owner: lan.id, type: 'code.deleted', id },
  ])
})
