import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { query } from '../../../platform/db/database'
import { testApp } from '../../../testing/app'
import { addToCounters } from '../../../testing/code'
import { aDynamicCode, codesOf } from '../testing'

const given = testApp()

const names = (page: { result: { name: string }[] }) => page.result.map(({ name }) => name)

test('by state, with every other filter, sort and cursor', async () => {
  const codes = codesOf(given, await given.signedIn())
  const ids: string[] = []
  // A search finds ids as well: a drawn one may begin with the letter that is searched for.
  for (const [name, dynamicId, tags] of [
    ['lamp one', 'first', ['a']],
    ['lamp two', 'second', []],
    ['lamp three', 'third', ['a']],
    ['door', 'fourth', ['a']],
  ] as const)
    ids.push((await codes.save(aDynamicCode({ name, dynamicId, tags }))).id)
  const paused = ids.slice(0, 3)
  expect(
    (await codes.good('POST', '/state', { ids: paused.join(','), enabled: false })).result.changed,
  ).toEqual([...paused].sort())
  for (const [filter, expected] of [
    [{ state: 'paused' }, ['lamp three', 'lamp two', 'lamp one']],
    [{ state: 'active' }, ['door']],
    [{ state: 'paused', sort: 'name' }, ['lamp one', 'lamp three', 'lamp two']],
    [{ state: 'paused', sort: '-lastScan' }, ['lamp three', 'lamp two', 'lamp one']],
    [{ state: 'paused', tag: 'a' }, ['lamp three', 'lamp one']],
    [{ state: 'active', tag: 'a', contentType: 'Website' }, ['door']],
    [{ state: 'active', q: 'lamp' }, []],
    [{ state: 'paused', q: 'lamp t', contentType: 'Website' }, ['lamp three', 'lamp two']],
  ] as [Record<string, string>, string[]][]) {
    const page = await codes.list(filter)
    expect([names(page), page.meta.total, page.meta.isTotalExact]).toEqual([expected, expected.length, true])
  }
  const first = await codes.list({ state: 'paused', limit: '2' })
  const rest = await codes.list({ state: 'paused', limit: '2', cursor: first.meta.nextCursor })
  expect(names(rest)).toEqual(['lamp one'])
  const other = new URLSearchParams({
    productId: 'dynamic-code',
    state: 'active',
    cursor: first.meta.nextCursor,
  })
  expect((await codes.call('GET', `?${other}`)).statusCode).toBe(400)
})

test('the list is read again in the order of the last scan, also of a code that was away', async () => {
  const codes = codesOf(given, await given.signedIn())
  const { db } = given.database()
  const [a, b] = [
    await codes.save(aDynamicCode({ name: 'a' })),
    await codes.save(aDynamicCode({ name: 'b' })),
  ]
  await addToCounters({ db }, new Map([[a.id, 1]]))
  expect(names(await codes.list({ sort: '-lastScan' }))).toEqual(['a', 'b'])
  // Counters that are computed again are not scans.
  await query(db, sql`update scan_counters set scans = scans where code_id in (${a.id}, ${b.id})`)
  await query(
    db,
    sql`insert into scan_quarters (subject, at, scans, uniques) values (${a.id}, '2026-01-01', 1, 1)`,
  )
  await codes.good('DELETE', `/${a.id}`)
  await codes.good('POST', '/restore', { restored: a.id })
  expect(names(await codes.list({ sort: '-lastScan' }))).toEqual(['a', 'b'])
})

test('list, counter and sort are equal whenever scans are counted, also of a code that was away', async () => {
  const codes = codesOf(given, await given.signedIn())
  const { db } = given.database()
  const [a, b] = [
    await codes.save(aDynamicCode({ name: 'a' })),
    await codes.save(aDynamicCode({ name: 'b' })),
  ]
  await addToCounters(
    { db },
    new Map([
      [a.id, 2],
      [b.id, 1],
    ]),
  )
  await codes.good('DELETE', `/${b.id}`)
  await addToCounters({ db }, new Map([[b.id, 5]]))
  await codes.good('POST', '/restore', { restored: b.id })
  const page = await codes.list({ sort: '-scanCounter' })
  expect(page.result.map(({ name, scanCounter }: never) => [name, scanCounter])).toEqual([
    ['b', 6],
    ['a', 2],
  ])
})
