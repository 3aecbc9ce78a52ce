import { MAX_API_KEYS, MAX_FEED_ROWS } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { query } from '../../platform/db/database'
import { type Person, testApp } from '../../testing/app'
import { aScan, givenScans } from '../../testing/scan'
import { API_KEYS, askForFeed, feedOf, keyOf } from '../api-keys/testing'
import { aDynamicCode, codesOf } from '../user-codes/testing'
import { sharingOf } from '../workspaces/testing'

const product = testApp({ LOG_LEVEL: 'trace' })
const sharing = sharingOf(product)
const { as } = product
const db = () => product.database().db

let lan: Person
beforeEach(async () => {
  lan = await product.signedIn()
})

const read = (url: string, headers: Record<string, string> = {}) => {
  const { pathname, search } = new URL(url)
  return product.inject({ url: pathname + search, headers })
}
const replace = (id: string, person = lan) =>
  as(person).inject({ method: 'POST', url: `${API_KEYS}/feeds/${id}/replace` })
const revoke = (id: string) => as(lan).inject({ method: 'DELETE', url: `${API_KEYS}/${id}` })
const cellsOf = (csv: string): string[][] =>
  csv
    .trimEnd()
    .split('\r\n')
    .map((row) => [...row.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell = '']) => cell.replaceAll('""', '"')))

describe('a feed link', () => {
  test('reads the codes with their scans, the newest first, and is the same until one changes', async () => {
    const codes = codesOf(product, lan)
    const menu = await codes.save(aDynamicCode({ name: 'Thực đơn "tối"' }))
    const door = await codes.save(aDynamicCode({ name: '=HYPERLINK("https://evil.example")' }))
    await codesOf(product, await product.signedIn()).save(aDynamicCode({ name: 'Of another' }))
    await givenScans(product.database(), [aScan(menu.id), aScan(menu.id, { visitor: 'other' })])
    const { url } = await feedOf(product, lan)
    const reply = await read(url)
    expect(reply.statusCode, reply.body).toBe(200)
    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'private, no-cache',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    const [head, ...rows] = cellsOf(reply.body)
    const column = (name: string) => rows.map((row) => row[head?.indexOf(name) ?? -1])
    expect(column('id')).toEqual([door.id, menu.id])
    expect(column('name')).toEqual([`'=HYPERLINK("https://evil.example")`, 'Thực đơn "tối"'])
    expect(column('link')).toEqual([door.codeRedirect, menu.codeRedirect])
    expect(column('scans')).toEqual(['0', '2'])
    expect(reply.body).not.toContain(lan.email)
    const etag = String(reply.headers['etag'])
    const same = await read(url, { 'if-none-match': etag })
    expect([same.statusCode, same.body]).toEqual([304, ''])
    await codes.change(door.id, { name: 'Door' })
    expect((await read(url, { 'if-none-match': etag })).statusCode).toBe(200)
  })

  test('reads a year of scans by day of the zone in its address', async () => {
    const code = await codesOf(product, lan).save(aDynamicCode())
    const at = product.clock.now().getTime()
    await givenScans(product.database(), [
      aScan(code.id, { at }),
      aScan(code.id, { at: at - 3 * 86_400_000 }),
    ])
    const { url } = await feedOf(product, lan, { feed: 'scans' })
    const rows = cellsOf((await read(`${url}?zone=Asia/Ho_Chi_Minh`)).body)
    expect(rows[0]).toEqual(['day', 'scans', 'unique'])
    expect(rows).toHaveLength(367)
    expect(new Date(at).toLocaleDateString('sv-SE', { timeZone: 'Asia/Ho_Chi_Minh' })).toBe(rows[1]?.[0])
    expect(rows.slice(1, 5).map(([, scans]) => scans)).toEqual(['1', '0', '0', '1'])
    expect((await read(`${url}?zone=Asia/Hanoi`)).statusCode).toBe(422)
  })

  test('is shown once, and its secret is nowhere afterwards', async () => {
    const { url, ...feed } = await feedOf(product, lan, { feed: 'scans' })
    expect(url).toMatch(/^https?:\/\/[^/]+\/feeds\/slf_[A-Za-z0-9_-]{49}\/scans\.csv$/)
    expect(feed).toMatchObject({ name: 'Sheet', feed: 'scans', scopes: ['scans:read'], createdBy: lan.email })
    await read(url)
    await read(url.replace('scans.csv', 'codes.csv'))
    await read(`${url}?zone=nowhere`)
    const random = url.split('/').at(-2)?.slice(8) ?? ''
    const list = await as(lan).inject({ url: API_KEYS })
    expect(list.json().result).toEqual([{ ...feed, lastUsedAt: expect.any(String) }])
    expect(JSON.stringify(await query(db(), sql`select * from api_keys`))).not.toContain(random)
    const logged = JSON.stringify(product.logged())
    expect(logged).toContain('/feeds/***/scans.csv')
    expect(logged).not.toContain(random)
  })

  test('opens nothing else: no call of the API, no assistant, and no file of another kind', async () => {
    const { url } = await feedOf(product, lan)
    const secret = url.split('/').at(-2) ?? ''
    for (const path of [API_KEYS, '/gateway/api/qrcode/user-codes?productId=dynamic-code'])
      expect((await as({ sid: secret }).inject({ url: path })).statusCode).toBe(401)
    expect((await as({ sid: secret }).inject({ method: 'POST', url: '/mcp', payload: {} })).statusCode).toBe(
      401,
    )
    const key = await keyOf(product, lan)
    expect((await read(url.replace(secret, key.secret))).statusCode).toBe(404)
  })

  test('can be read sixty times an hour, however many ask at once', async () => {
    const { url, id } = await feedOf(product, lan, { feed: 'scans' })
    await read(url)
    await db().execute(sql`update api_keys set window_count = 55 where id = ${id}`)
    const replies = await Promise.all(Array.from({ length: 8 }, () => read(url)))
    const statuses = replies.map(({ statusCode }) => statusCode).sort()
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
    const refused = replies.find(({ statusCode }) => statusCode === 429)
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(3000)
    await db().execute(sql`update api_keys set window_at = now() - interval '61 minutes' where id = ${id}`)
    expect((await read(url)).statusCode).toBe(200)
  })

  test('gets another address, which ends the old one', async () => {
    const { url, id } = await feedOf(product, lan)
    const key = await keyOf(product, lan)
    expect((await replace(id, await product.signedIn())).statusCode).toBe(404)
    expect((await replace(key.id)).statusCode).toBe(404)
    await read(url)
    await db().execute(sql`update api_keys set window_count = 60 where id = ${id}`)
    expect((await read(url)).statusCode).toBe(429)
    const { result } = (await replace(id)).json()
    expect(result).toMatchObject({ id, name: 'Sheet', feed: 'codes' })
    expect((await read(result.url)).statusCode).toBe(200)
    expect((await read(url)).statusCode).toBe(404)
    await db().execute(sql`update sessions set confirmed_at = now() - interval '11 minutes'`)
    expect((await replace(id)).json().error.code).toBe('ConfirmationRequired')
    expect((await askForFeed(product, lan)).json().error.code).toBe('ConfirmationRequired')
    expect((await read(result.url)).statusCode).toBe(200)
  })

  test('that is unknown, mistyped, revoked, expired or of somebody suspended tells nothing of the others', async () => {
    const [revoked, expired] = [await feedOf(product, lan), await feedOf(product, lan, { expiresInDays: 30 })]
    const mai = await product.signedIn()
    const suspended = await feedOf(product, mai)
    await revoke(revoked.id)
    await db().execute(sql`update api_keys set expires_at = now() where id = ${expired.id}`)
    await db().execute(sql`update users set suspended_at = now() where id = ${mai.id}`)
    const fine = (await feedOf(product, lan)).url
    const wrong = [
      ...[revoked.url, expired.url, suspended.url],
      ...[
        fine.replace('slf_', 'slk_'),
        fine.replace(/.\/codes/, (last) => `${last[0] === 'A' ? 'B' : 'A'}/codes`),
        fine.replace('codes', 'scans'),
      ],
      ...[fine.replace('codes.csv', 'codes.json'), fine.replace(/slf_[^/]+/, 'x'.repeat(90))],
    ]
    const bodies = await Promise.all(
      wrong.map(async (url) => {
        const { statusCode, body } = await read(url)
        expect([url, statusCode]).toEqual([url, 404])
        return JSON.stringify(JSON.parse(body).error)
      }),
    )
    expect(new Set(bodies).size).toBe(1)
    expect((await read(fine)).statusCode).toBe(200)
  })

  test('ends with the membership or role of its maker, and works on after their new password', async () => {
    const [manager, other] = [await product.signedIn(), await product.signedIn()]
    await sharing.join(lan, manager, 'manager')
    await sharing.join(lan, other, 'manager')
    const made = async (person: Person) => {
      const payload = { name: 'Sheet', feed: 'scans', expiresInDays: null }
      const reply = await sharing
        .within(person, lan.id)
        .inject({ method: 'POST', url: `${API_KEYS}/feeds`, payload })
      expect(reply.statusCode, reply.body).toBe(201)
      return reply.json().result.url as string
    }
    const [theirs, others, own] = [await made(manager), await made(other), (await feedOf(product, lan)).url]
    await db().execute(sql`update users set password_hash = 'another'`)
    for (const url of [theirs, others, own]) expect((await read(url)).statusCode).toBe(200)
    await sharing.remove(lan, lan, manager)
    await db().execute(sql`update workspace_members set role = 'viewer' where user_id = ${other.id}`)
    for (const url of [theirs, others]) expect((await read(url)).statusCode).toBe(404)
    expect((await read(own)).statusCode).toBe(200)
  })

  test.each([
    [{ name: '' }, 'name'],
    [{ feed: 'members' }, 'feed'],
    [{ feed: null }, 'feed'],
    [{ expiresInDays: 31 }, 'expiresInDays'],
  ])('%j is refused by its field', async (wrong, field) => {
    const reply = await askForFeed(product, lan, wrong)
    expect([reply.statusCode, Object.keys(reply.json().error.fields ?? {})]).toEqual([422, [field]])
  })

  test('is one of fifty keys at most', async () => {
    await db().execute(sql`insert into api_keys (user_id, name, start, hash, scopes, created_by)
      select ${lan.id}, 'k', 'slk_abcd', ${lan.id} || n, '{codes:read}', '' from generate_series(1, ${MAX_API_KEYS}) n`)
    expect((await askForFeed(product, lan)).json().error.code).toBe('TooManyKeys')
  })
})

test('a feed ends with its ten thousandth row, the newest codes first, and says that there are more', async () => {
  const { url } = await feedOf(product, lan)
  // A thousand at a time: a busy machine takes longer for all than a statement may.
  for (let first = 1; first <= MAX_FEED_ROWS + 5; first += 1_000)
    await db().execute(sql`insert into user_codes
        (user_id, product_id, content_type, code_content, name, image_key)
      select ${lan.id}, 'static-code', 'Text', '{"content":"a"}', 'Code ' || n, ${lan.id} || n
      from generate_series(${first}::int, ${Math.min(first + 999, MAX_FEED_ROWS + 5)}::int) n`)
  const reply = await read(url)
  const rows = cellsOf(reply.body)
  expect([reply.statusCode, rows.length]).toEqual([200, MAX_FEED_ROWS + 2])
  expect(new Set(rows.map(([id]) => id)).size).toBe(MAX_FEED_ROWS + 2)
  expect(rows.at(-1)).toEqual(['…', expect.stringContaining('more rows'), ...Array(8).fill('')])
  await db().execute(
    sql`delete from user_codes where name in ('Code 1', 'Code 2', 'Code 3', 'Code 4', 'Code 5')`,
  )
  const whole = cellsOf((await read(url)).body)
  expect([whole.length, whole.at(-1)?.[1]]).toEqual([MAX_FEED_ROWS + 1, 'Code 6'])
})
