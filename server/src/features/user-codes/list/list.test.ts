import { runs } from '@scanleaf/qr/property-runs'
import { foldText } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { query } from '../../../platform/db/database'
import { testApp } from '../../../testing/app'
import { addToCounters } from '../../../testing/code'
import { aDynamicCode, aStaticCode, codesOf, website } from '../testing'

const given = testApp()

const names = (page: { result: { name: string }[] }) => page.result.map(({ name }) => name)

test.each([
  ['-createdAt', ['Bánh mì', 'ánh sáng', 'Zalo', 'Đèn', 'cà phê']],
  ['createdAt', ['cà phê', 'Đèn', 'Zalo', 'ánh sáng', 'Bánh mì']],
  ['name', ['ánh sáng', 'Bánh mì', 'cà phê', 'Đèn', 'Zalo']],
  ['-name', ['Zalo', 'Đèn', 'cà phê', 'Bánh mì', 'ánh sáng']],
  ['scanCounter', ['ánh sáng', 'Bánh mì', 'Zalo', 'Đèn', 'cà phê']],
  ['-scanCounter', ['cà phê', 'Đèn', 'Zalo', 'Bánh mì', 'ánh sáng']],
  ['-lastScan', ['Zalo', 'Đèn', 'cà phê', 'Bánh mì', 'ánh sáng']],
])('sorted by %s, by pages and by cursor alike', async (sort, expected) => {
  const codes = codesOf(given, await given.signedIn())
  for (const [name, scans] of [
    ['cà phê', 30],
    ['Đèn', 20],
    ['Zalo', 10],
    ['ánh sáng', 0],
    ['Bánh mì', 0],
  ] as const) {
    const { id } = await codes.save(aDynamicCode({ name }))
    if (scans > 0) await addToCounters(given.database(), new Map([[id, scans]]))
  }
  expect(names(await codes.list({ sort }))).toEqual(expected)
  const byPage: string[] = []
  const byCursor: string[] = []
  for (let page = 1; page <= 3; page++)
    byPage.push(...names(await codes.list({ sort, limit: '2', page: `${page}` })))
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await codes.list({ sort, limit: '2', cursor })
    byCursor.push(...names(page))
    cursor = page.meta.nextCursor
  }
  expect(byPage).toEqual(expected)
  expect(byCursor).toEqual(expected)
})

test('a code without a name is sorted by what it leads to', async () => {
  const codes = codesOf(given, await given.signedIn())
  await codes.save(aDynamicCode({ name: 'C' }))
  await codes.save(aDynamicCode({ codeContent: website('https://www.bakery.example') }))
  await codes.save(aDynamicCode({ name: 'A' }))
  expect(names(await codes.list({ sort: 'name' }))).toEqual(['A', '', 'C'])
})

test.each([
  ['pho', ['Phở bò Hà Nội']],
  ['HA NOI', ['Phở bò Hà Nội']],
  ['bò phở', ['Phở bò Hà Nội']],
  ['hanoi', []],
  ['duong', ['Đường 3/2']],
  ['3 2', ['Đường 3/2']],
  ['3', ['Đường 3/2']],
  ['菜单', ['今日菜单']],
  ['单', ['今日菜单']],
  ['menu.vn/quan', ['今日菜单']],
  ['TRA-SUA', ['ชานม']],
  ['นม', ['ชานม']],
  ['%', ['ชานม', '今日菜单', 'Đường 3/2', 'Phở bò Hà Nội']],
  ['_', ['ชานม', '今日菜单', 'Đường 3/2', 'Phở bò Hà Nội']],
  ['nothing like this', []],
])('a search for %j finds %j', async (q, expected) => {
  const codes = codesOf(given, await given.signedIn())
  // Ids are searched too: a generated one might begin with the search text.
  await codes.save(aDynamicCode({ name: 'Phở bò Hà Nội', dynamicId: 'Ban-Mot' }))
  await codes.save(aDynamicCode({ name: 'Đường 3/2', dynamicId: 'Ban-Hai' }))
  const menu = { name: '今日菜单', dynamicId: 'Ban-Tram', codeContent: website('https://menu.vn/quan-oc') }
  await codes.save(aDynamicCode(menu))
  await codes.save(aDynamicCode({ name: 'ชานม', dynamicId: 'Tra-Sua' }))
  const page = await codes.list({ q })
  expect(names(page)).toEqual(expected)
  expect(page.meta).toMatchObject({ total: expected.length, isTotalExact: true, nextCursor: null })
})

test('whatever part of a name is typed, without accents or in capitals, the code is found by it', async () => {
  const codes = codesOf(given, await given.signedIn())
  // Not those that stand for two words, as ½ does for 1 2.
  const letter = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 1 })
    .filter((text) => /^[\p{L}\p{N}]+$/u.test(text) && !foldText(`x${text}x`).includes(' '))
  const word = fc.array(letter, { minLength: 3, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(word, fc.nat(20), fc.integer({ min: 3, max: 12 }), async (letters, start, length) => {
      const { id } = await codes.save(aDynamicCode({ name: letters.join('') }))
      const from = start % (letters.length - 2)
      const q = letters.slice(from, from + length).join('')
      fc.pre([...q].length >= 3 && q.toUpperCase().toLowerCase() === q.toLowerCase())
      const found = await codes.list({ q: q.toUpperCase(), limit: '100' })
      return found.result.some((code: { id: string }) => code.id === id)
    }),
    { numRuns: runs(40), verbose: true },
  )
})

test('what a code is changed to is found, and what it was is not; a Wi-Fi password never', async () => {
  const codes = codesOf(given, await given.signedIn())
  const { id } = await codes.save(aDynamicCode({ name: 'Spring', codeContent: website('old.example') }))
  await codes.change(id, { name: 'Summer', codeContent: website('new.example') })
  const found = async (q: string) => (await codes.list({ q })).meta.total
  expect([await found('spring'), await found('old'), await found('summer'), await found('new')]).toEqual([
    0, 0, 1, 1,
  ])
  await codes.save(aStaticCode('Wifi', { ssid: 'Quán', passWifi: 'bimat123', hidden: 'true' }))
  const wifi = (q: string) => codes.list({ productId: 'static-code', q })
  const totals = ['quan', 'bimat123', 'true'].map(async (q) => (await wifi(q)).meta.total)
  expect(await Promise.all(totals)).toEqual([1, 0, 0])
})

test('by type and by tag, with totals that follow every change', async () => {
  const codes = codesOf(given, await given.signedIn())
  const site = await codes.save(aDynamicCode({ name: 'site', tags: ['Tết', 'bàn'] }))
  const card = await codes.save(aDynamicCode({ name: 'card', contentType: 'VCard', tags: ['Tết'] }))
  const both = async () => {
    const tags = (await codes.good('GET', '/tags?productId=dynamic-code')).result
    const totals = []
    for (const filter of [
      {},
      { contentType: 'Website' },
      { contentType: 'vcard' },
      { tag: 'Tết' },
      { tag: 'Tết', contentType: 'VCard' },
      { tag: 'nobody' },
    ]) {
      const page = await codes.list(filter as Record<string, string>)
      expect(page.result).toHaveLength(page.meta.total)
      totals.push(page.meta.total)
    }
    return { totals, tags }
  }
  expect(await both()).toEqual({
    totals: [2, 1, 1, 2, 1, 0],
    tags: [
      { tag: 'Tết', total: 2 },
      { tag: 'bàn', total: 1 },
    ],
  })
  await codes.change(site.id, { tags: ['bàn'] })
  expect(await both()).toEqual({
    totals: [2, 1, 1, 1, 1, 0],
    tags: [
      { tag: 'Tết', total: 1 },
      { tag: 'bàn', total: 1 },
    ],
  })
  await codes.good('DELETE', `/${card.id}`)
  expect(await both()).toEqual({ totals: [1, 1, 0, 0, 0, 0], tags: [{ tag: 'bàn', total: 1 }] })
  await codes.good('POST', '/restore', { restored: card.id })
  expect(await both()).toEqual({
    totals: [2, 1, 1, 1, 1, 0],
    tags: [
      { tag: 'Tết', total: 1 },
      { tag: 'bàn', total: 1 },
    ],
  })
})

test('a deep page by number is the one that a walk from the start comes to', async () => {
  const person = await given.signedIn()
  const codes = codesOf(given, person)
  const { db } = given.database()
  await query(
    db,
    sql`insert into user_codes (user_id, product_id, content_type, code_content, dynamic_id, target, name, sort_name, image_key)
      select ${person.id}, 'dynamic-code', 'Website', '{"content":"http://a.example/"}', 'DEEP' || n, 'http://a.example/',
        'n' || n, lpad((n % 7)::text, 3, '0'), 'key' || n
      from generate_series(1, 4000) n`,
  )
  await query(
    db,
    sql`update user_codes set deleted_at = now() where user_id = ${person.id} and ordinal % 3 = 0`,
  )
  const all = await query<{ name: string }>(
    db,
    sql`select name, sort_name from user_codes where user_id = ${person.id} and deleted_at is null order by ordinal`,
  )
  const created = all.map(({ name }) => name)
  expect(created).toHaveLength(2667)
  for (const page of [1, 2, 103, 104, 150, 200, 266, 267, 268, 999]) {
    const offset = (page - 1) * 10
    expect(names(await codes.list({ sort: 'createdAt', page: `${page}` }))).toEqual(
      created.slice(offset, offset + 10),
    )
    expect(names(await codes.list({ page: `${page}` }))).toEqual(
      [...created].reverse().slice(offset, offset + 10),
    )
  }
  const byName = await query<{ name: string }>(
    db,
    sql`select name from user_codes where user_id = ${person.id} and deleted_at is null order by sort_name collate "C", ordinal`,
  )
  for (const page of [1, 110, 200, 267]) {
    const expected = byName.map(({ name }) => name).slice((page - 1) * 10, page * 10)
    expect(names(await codes.list({ sort: 'name', page: `${page}` }))).toEqual(expected)
  }
})

test('in a long list what is frequent and what is rare are both found whole, by pages and by cursor', async () => {
  const person = await given.signedIn()
  const codes = codesOf(given, person)
  await query(
    given.database().db,
    sql`insert into user_codes (user_id, product_id, content_type, code_content, dynamic_id, target, name, search_text, tags, image_key)
      select ${person.id}, 'dynamic-code', 'Website', '{"content":"http://a.example/"}', 'LONG' || n, 'http://a.example/',
        'n' || n, ' item n' || n || case when n % 2 = 0 then ' even' else ' odd' end,
        case when n % 2 = 0 then array['even'] when n < 12 then array['first'] else array[]::text[] end, 'long' || n
      from generate_series(1, 3000) n`,
  )
  const numbers = Array.from({ length: 3000 }, (_, at) => 3000 - at)
  for (const [filter, isMet, isExact] of [
    [{ q: 'EVEN' }, (n: number) => n % 2 === 0, false],
    [{ q: 'item even n7' }, (n: number) => n % 2 === 0 && `n${n}`.includes('n7'), true],
    [{ q: 'n77' }, (n: number) => `n${n}`.includes('n77'), true],
    [{ q: 'n77 odd' }, (n: number) => n % 2 === 1 && `n${n}`.includes('n77'), true],
    [{ tag: 'even' }, (n: number) => n % 2 === 0, true],
    [{ tag: 'first' }, (n: number) => n % 2 === 1 && n < 12, true],
    [{ tag: 'first', q: 'n1' }, (n: number) => [1, 11].includes(n), true],
    [{ q: 'nowhere' }, () => false, true],
  ] as [Record<string, string>, (n: number) => boolean, boolean][]) {
    const expected = numbers.filter(isMet).map((n) => `n${n}`)
    const found: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await codes.list({ ...filter, limit: '100', cursor })
      expect(page.meta.isTotalExact, JSON.stringify(filter)).toBe(isExact)
      if (isExact) expect(page.meta.total).toBe(expected.length)
      found.push(...names(page))
      cursor = page.meta.nextCursor
    }
    expect(found).toEqual(expected)
    expect(names(await codes.list({ ...filter, page: '2', limit: '4' }))).toEqual(expected.slice(4, 8))
  }
})

test('a cursor of another list, another person or of no list is refused', async () => {
  const owner = await given.signedIn()
  const codes = codesOf(given, owner)
  for (let n = 0; n < 3; n++) await codes.save(aDynamicCode())
  const { nextCursor } = (await codes.list({ limit: '1' })).meta
  const stranger = codesOf(given, await given.signedIn())
  const forged = [
    'x',
    '[]',
    ...[
      ['', '', 1],
      ['a', 'b'],
      [1, 2, 3],
      ['', '', -1],
      ['', '', 1e300],
      ['', null, 1],
      ['', '', '1'],
    ].map((tuple) => Buffer.from(JSON.stringify(tuple)).toString('base64url')),
  ]
  for (const [who, query] of [
    ...forged.map((cursor) => [codes, { cursor }] as const),
    [codes, { cursor: nextCursor, sort: 'name' }] as const,
    [codes, { cursor: nextCursor, q: 'a' }] as const,
    [codes, { cursor: nextCursor, productId: 'static-code' }] as const,
    [stranger, { cursor: nextCursor }] as const,
  ]) {
    const reply = await who.call('GET', `?${new URLSearchParams({ productId: 'dynamic-code', ...query })}`)
    expect([reply.statusCode, JSON.stringify(query)]).toEqual([400, JSON.stringify(query)])
  }
})

test('invalid paging is corrected, invalid filters are refused', async () => {
  const codes = codesOf(given, await given.signedIn())
  await codes.save(aDynamicCode())
  for (const [query, meta] of [
    ['page=-1', { page: 1 }],
    ['page=1e309', { page: 1 }],
    ['page=a', { page: 1 }],
    ['limit=1e9', { limit: 100 }],
    ['limit=0', { limit: 10 }],
    ['limit=-3', { limit: 10 }],
    ['limit=', { limit: 10 }],
    ['limit=0.9', { limit: 10 }],
    ['limit[]=3', { limit: 10 }],
    ['page=1&page=2', { page: 1 }],
    ['q=&tag=&contentType=&sort=&cursor=', { total: 1 }],
    ['userId=somebody', { total: 1 }],
  ] as const) {
    expect((await codes.good('GET', `?productId=dynamic-code&${query}`)).meta).toMatchObject(meta)
  }
  for (const [query, field] of [
    ['', 'productId'],
    ['productId=x', 'productId'],
    ['productId=dynamic-code&sort=user_id', 'sort'],
    ['productId=dynamic-code&sort=name;drop', 'sort'],
    ['productId=dynamic-code&contentType=x', 'contentType'],
    ['productId=dynamic-code&state=x', 'state'],
    [`productId=dynamic-code&q=${'a'.repeat(201)}`, 'q'],
    ['productId=dynamic-code&q=a%00', 'q'],
    ['productId=dynamic-code&q=a&q=b', 'q'],
  ] as const) {
    const reply = await codes.call('GET', `?${query}`)
    expect([reply.statusCode, Object.keys(reply.json().error.fields)]).toEqual([422, [field]])
  }
})

test('a row whose content is broken is listed as it is, has no picture, and the others are listed too', async () => {
  const codes = codesOf(given, await given.signedIn())
  const good = await codes.save(aStaticCode('Text', { plainText: 'fine' }))
  const bad = await codes.save(aStaticCode('Text', { plainText: 'x' }))
  const { db } = given.database()
  for (const broken of ['{', '[]', 'null', '{"plainText":7}', '"x"']) {
    await query(
      db,
      sql`update user_codes set code_content = ${broken}, qr_custom_settings = '{"size":"x"}', logo = '7' where id = ${bad.id}`,
    )
    const page = await codes.list({ productId: 'static-code' })
    expect(page.result.map((code: { codeContent: string }) => code.codeContent)).toEqual([
      broken,
      good.codeContent,
    ])
    const image = await codes.call('GET', `/${bad.id}/image.png`)
    expect(image.statusCode).toBe(404)
    expect((await codes.call('GET', `/${bad.id}`)).statusCode).toBe(200)
    expect(
      (await codes.call('PATCH', `/${bad.id}`, { name: 'repaired', qrCustomSettings: {} })).statusCode,
    ).toBe(200)
  }
})

test('each list is read from an index of its own', async () => {
  const { db } = given.database()
  await query(
    db,
    sql`insert into user_codes (user_id, product_id, content_type, code_content, name, sort_name, search_text, image_key)
      select 'u' || (n % 3), 'static-code', 'Text', '{}', 'n' || n, 'n' || n, ' code number ' || n, 'k' || n
      from generate_series(1, 3000) n`,
  )
  await db.execute(sql.raw('vacuum analyze user_codes'))
  await db.execute(sql.raw('vacuum analyze user_code_ranks'))
  const plan = async (statement: string) =>
    (await query(db, sql.raw(`explain (costs off) ${statement}`))).map((row) => row['QUERY PLAN']).join('\n')
  const own = `code.user_id = 'u1' and code.product_id = 'static-code' and code.deleted_at is null`
  expect(
    await plan(`select code.id from user_codes code where ${own} order by code.ordinal desc limit 11`),
  ).toContain('user_codes_by_creation')
  expect(
    await plan(
      `select code.id from user_codes code where ${own} order by code.sort_name collate "C", code.ordinal limit 11`,
    ),
  ).toContain('user_codes_by_name')
  expect(
    await plan(
      `select code.id from user_codes code where ${own} and code.content_type = 'Wifi' order by code.ordinal limit 11`,
    ),
  ).toContain('user_codes_by_type')
  expect(
    await plan(
      `select ranked.scans from user_code_ranks ranked where user_id = 'u1' and product_id = 'static-code' order by scans desc, ordinal desc limit 11`,
    ),
  ).toContain('user_code_ranks_scans')
  expect(
    await plan(
      `select ranked.last_scan_ms from user_code_ranks ranked where user_id = 'u1' and product_id = 'static-code' order by last_scan_ms desc, ordinal desc limit 11`,
    ),
  ).toContain('user_code_ranks_last_scan')
  expect(
    await plan(
      `select code.id from user_codes code where ${own} and code.enabled = false order by code.ordinal desc limit 11`,
    ),
  ).toContain('user_codes_by_state')
  expect(
    await plan(
      `select code.id from user_codes code where ${own} and user_code_keys(code.user_id, code.product_id, code.search_text, code.tags) @> user_code_keys('u1', 'static-code', array['299', '998']) order by code.ordinal desc limit 11`,
    ),
  ).toContain('user_codes_by_keys')
})
