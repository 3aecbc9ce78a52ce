import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { query } from '../../../platform/db/database'
import { type Person, testApp } from '../../../testing/app'
import { addToCounters } from '../../../testing/code'
import { findTargets } from '../../redirect/repository'
import { aDynamicCode, aStaticCode, CODES, codesOf, website } from '../testing'
import { trashJobs } from './trash'

const given = testApp()
let mai: Person
let codes: ReturnType<typeof codesOf>

beforeEach(async () => {
  mai = await given.signedIn()
  codes = codesOf(given, mai)
})

const db = () => given.database().db
const trash = async (page = '') => codes.good('GET', `/trash${page}`)
const purge = (...ids: string[]) => codes.call('DELETE', '/trash', { purged: ids.join(',') })
const scanned = (id: string, scans = 7) => addToCounters({ db: db() }, new Map([[id, scans]]))
const expire = async (id: string, days: number) => {
  await db().execute(
    sql`update user_codes set deleted_at = now() - make_interval(days => ${days}::int) where id = ${id}`,
  )
  for (const { run } of trashJobs(given.database())) await run()
}

/** What a visitor of the printed link gets. */
async function linkOf(dynamicId: string | null): Promise<string> {
  const noDenials = { hasTarget: () => false } as never
  const target = (await findTargets(db(), [(dynamicId ?? '').toLowerCase()], noDenials)).get(
    (dynamicId ?? '').toLowerCase(),
  )
  return target ? (target.blockReason ?? 'leads') : 'unknown'
}

test('a deleted code is in the trash whole, its link is that of a paused code, and it comes back as it was', async () => {
  const code = await codes.save(aDynamicCode({ dynamicId: `Back-${Date.now()}`, tags: ['a'] }))
  await codes.change(code.id, { name: 'kept' })
  await scanned(code.id)
  const before = await codes.read(code.id)
  await codes.good('DELETE', `/${code.id}`)
  expect((await codes.call('GET', `/${code.id}`)).statusCode).toBe(404)
  expect((await codes.list({})).meta.total).toBe(0)
  expect(await linkOf(code.dynamicId)).toBe('paused')
  const { result, meta } = await trash()
  expect(result).toMatchObject([{ id: code.id, name: 'kept', scanCounter: 7, scannedRecently: true }])
  expect(Date.parse(result[0].purgedOn) - Date.parse(result[0].deletedAt)).toBe(30 * 86_400_000)
  expect(meta).toMatchObject({ total: 1, scanned: { count: 1, names: ['kept'] } })
  await expire(code.id, 29)
  expect((await codes.good('POST', '/restore', { restored: `${code.id},nonsense` })).result).toEqual({
    restored: [code.id],
  })
  expect(await codes.read(code.id)).toEqual(before)
  expect((await codes.good('GET', `/${code.id}/changes`)).result).toHaveLength(1)
  expect(await linkOf(code.dynamicId)).toBe('leads')
  expect((await codes.call('POST', '/restore', { restored: code.id })).statusCode).toBe(404)
})

test('after thirty days by the clock of the database a code is deleted for good', async () => {
  // The process's clock decides nothing.
  given.clock.advance(-400 * 86_400_000)
  codes = codesOf(given, await given.signedIn())
  const code = await codes.save(aDynamicCode({ name: 'menu', tags: ['a'] }))
  const text = await codes.save(aStaticCode('Text', { plainText: 'secret' }))
  await codes.good('DELETE', '', { deleted: `${code.id},${text.id}` })
  for (const { run } of trashJobs(given.database())) await run()
  expect((await trash()).meta.total).toBe(2)
  await expire(code.id, 30)
  await expire(text.id, 31)
  expect((await trash()).meta.total).toBe(0)
  expect((await codes.call('POST', '/restore', { restored: code.id })).statusCode).toBe(404)
  expect(await linkOf(code.dynamicId)).toBe('unknown')
  const left = await query(
    db(),
    sql`select id, name, code_content, tags from user_codes where id in (${code.id}, ${text.id})`,
  )
  expect(left).toEqual([{ id: code.id, name: 'menu', code_content: '{}', tags: [] }])
})

test('an id stays its owner’s: nobody else takes it, neither from the trash nor after it', async () => {
  const code = await codes.save(aDynamicCode())
  await scanned(code.id)
  await codes.good('DELETE', `/${code.id}`)
  const other = codesOf(given, await given.signedIn())
  const again = aDynamicCode({ dynamicId: code.dynamicId })
  const taken = { code: 'DynamicIdExists', fields: { dynamicId: 'DynamicIdExists' } }
  expect((await other.call('POST', '', again)).json().error).toMatchObject(taken)
  const own = await codes.call('POST', '', again)
  expect(own.json().error).toMatchObject({ code: 'DynamicIdExists', fields: { dynamicId: 'id-in-trash' } })
  const many = await codes.call('POST', '/bulk', { codes: [again] })
  expect(many.json().error.fields).toEqual({ dynamicId: 'id-in-trash' })
  expect((await purge(code.id)).statusCode).toBe(200)
  expect((await other.call('POST', '', again)).statusCode).toBe(409)
  expect((await codes.call('POST', '', again)).statusCode).toBe(201)
})

test.each(['one by one', 'in bulk'])(
  'what nobody scanned gives its id up, %s, and does not come back',
  async (way) => {
    const code = await codes.save(aDynamicCode())
    const third = await codes.save(aDynamicCode())
    await codes.good('DELETE', '', { deleted: `${code.id},${third.id}` })
    const again = aDynamicCode({ dynamicId: code.dynamicId, codeContent: website('newer.example') })
    if (way === 'in bulk') await codes.good('POST', '/bulk', { codes: [again] })
    else await codes.save(again)
    expect((await trash()).result.map(({ id }: { id: string }) => id)).toEqual([third.id])
    expect((await codes.call('POST', '/restore', { restored: code.id })).statusCode).toBe(404)
    expect(await linkOf(code.dynamicId)).toBe('leads')
  },
)

test('printed codes are named before the trash is emptied, and what comes later stays', async () => {
  const [printed, old, later] = [
    await codes.save(aDynamicCode({ name: 'Table 1' })),
    await codes.save(aDynamicCode({ name: 'Table 2' })),
    await codes.save(aDynamicCode({ name: 'Table 3' })),
  ]
  const scan = async (id: string, daysAgo: number) => {
    await scanned(id)
    await db().execute(sql`update user_code_ranks set last_scan_ms =
      extract(epoch from now() - make_interval(days => ${daysAgo}::int)) * 1000 where code_id = ${id}`)
  }
  await scan(printed.id, 89)
  await scan(old.id, 91)
  await codes.good('DELETE', '', { deleted: `${printed.id},${old.id}` })
  const { result, meta } = await trash()
  expect(meta.scanned).toEqual({ count: 1, names: ['Table 1'] })
  expect(
    new Map(
      result.map((code: { name: string; scannedRecently: boolean }) => [code.name, code.scannedRecently]),
    ),
  ).toEqual(
    new Map([
      ['Table 1', true],
      ['Table 2', false],
    ]),
  )
  await codes.good('DELETE', `/${later.id}`)
  const upTo = result[0].deletedAt
  expect((await codes.good('POST', '/trash/empty', { upTo })).result).toEqual({ purged: 2, isEmpty: true })
  expect((await trash()).result.map(({ id }: { id: string }) => id)).toEqual([later.id])
  expect((await codes.call('POST', '/trash/empty', { upTo: 'now' })).statusCode).toBe(422)
  expect((await codes.call('POST', '/trash/empty', {})).statusCode).toBe(422)
})

test('a trash of many is read in pages and emptied in steps', async () => {
  const saved = await Promise.all(Array.from({ length: 60 }, () => codes.save(aDynamicCode())))
  for (let at = 0; at < saved.length; at += 30)
    await codes.good('DELETE', '', {
      deleted: saved
        .slice(at, at + 30)
        .map(({ id }) => id)
        .join(','),
    })
  const pages = [await trash('?limit=50'), await trash('?limit=50&page=2')]
  const seen = pages.flatMap(({ result }) => result.map(({ id }: { id: string }) => id))
  expect(new Set(seen)).toEqual(new Set(saved.map(({ id }) => id)))
  expect(pages[1].meta).toMatchObject({ total: 60, pages: 2, page: 2 })
  const [newest] = pages[0].result
  expect((await codes.good('POST', '/trash/empty', { upTo: newest.deletedAt })).result.purged).toBe(60)
})

test('another’s trash is nobody’s: not seen, not restored, not emptied', async () => {
  const code = await codes.save(aDynamicCode())
  await codes.good('DELETE', `/${code.id}`)
  const other = codesOf(given, await given.signedIn())
  expect((await other.good('GET', '/trash')).meta.total).toBe(0)
  expect((await other.call('POST', '/restore', { restored: code.id })).statusCode).toBe(404)
  expect((await other.call('DELETE', '/trash', { purged: code.id })).statusCode).toBe(404)
  const upTo = new Date(Date.now() + 86_400_000).toISOString()
  expect((await other.good('POST', '/trash/empty', { upTo })).result.purged).toBe(0)
  expect((await trash()).meta.total).toBe(1)
  // A live code is not deleted for good by its id.
  const live = await codes.save(aDynamicCode())
  expect((await purge(live.id)).statusCode).toBe(404)
  const reply = await given.app().inject({ method: 'GET', url: `${CODES}/trash` })
  expect(reply.statusCode).toBe(401)
})

test('restored and deleted for good at the same time, a code is one of both, whole', async () => {
  for (let n = 0; n < 10; n++) {
    const code = await codes.save(aDynamicCode())
    await codes.good('DELETE', `/${code.id}`)
    const [back, gone] = await Promise.all([
      codes.call('POST', '/restore', { restored: code.id }),
      purge(code.id),
    ])
    expect([back.statusCode, gone.statusCode].sort()).toEqual([200, 404])
    expect(await linkOf(code.dynamicId)).toBe(back.statusCode === 200 ? 'leads' : 'unknown')
    expect((await codes.call('GET', `/${code.id}`)).statusCode).toBe(back.statusCode)
  }
})
