import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/app'
import { addToCounters } from '../../testing/code'
import { aDynamicCode, aStaticCode, codesOf, website } from './testing'

const given = testApp()

test('every change is logged with who, when, from and to, and one click takes it back', async () => {
  const person = await given.signedIn()
  const codes = codesOf(given, person)
  const saved = await codes.save(aDynamicCode({ name: '123', tags: ['a'] }))
  given.clock.advance(1000)
  const changed = await codes.change(saved.id, {
    codeContent: website('new.example'),
    name: 'true',
    enabled: false,
    GoogleAnalyticsID: 'G-ABCD',
    tags: ['b'],
    qrCustomSettings: { ...saved.qrCustomSettings, margin: 2 },
  })
  expect(changed).toMatchObject({ name: 'true', enabled: false, GoogleAnalyticsID: 'G-ABCD', tags: ['b'] })
  expect(changed.updatedAt > saved.updatedAt).toBe(true)
  expect(await codes.change(saved.id, { name: 'true', enabled: false })).toEqual(changed)
  const log = (await codes.good('GET', `/${saved.id}/changes`)).result
  expect(log).toHaveLength(6)
  const of = (field: string) => log.find((change: { field: string }) => change.field === field)
  expect(of('target')).toEqual({
    id: expect.any(String),
    at: changed.updatedAt,
    by: person.email,
    field: 'target',
    from: 'https://shop.example/menu',
    to: 'https://new.example/',
  })
  expect(of('name')).toMatchObject({ from: '123', to: 'true' })
  expect(of('enabled')).toMatchObject({ from: 'true', to: 'false' })
  expect(of('tags')).toMatchObject({ from: '["a"]', to: '["b"]' })
  for (const { id } of log) await codes.good('POST', `/${saved.id}/changes/${id}/revert`)
  const { updatedAt, ...before } = saved
  expect(await codes.read(saved.id)).toMatchObject(before)
  expect((await codes.good('GET', `/${saved.id}/changes`)).result).toHaveLength(12)
  expect((await codes.list({ q: '123' })).meta.total).toBe(1)
})

test('taking a target back is refused when it closes a ring by now', async () => {
  const codes = codesOf(given, await given.signedIn())
  const b = await codes.save(aDynamicCode())
  const a = await codes.save(aDynamicCode({ codeContent: website(b.codeRedirect ?? '') }))
  await codes.change(a.id, { codeContent: website('elsewhere.example') })
  await codes.change(b.id, { codeContent: website(a.codeRedirect ?? '') })
  const [change] = (await codes.good('GET', `/${a.id}/changes`)).result
  const reply = await codes.call('POST', `/${a.id}/changes/${change.id}/revert`)
  expect([reply.statusCode, reply.json().error.fields]).toEqual([422, { content: 'url-loop' }])
})

test('fifty parallel changes of one name: the log is one chain from the first to the last', async () => {
  const codes = codesOf(given, await given.signedIn())
  const { id } = await codes.save(aDynamicCode({ name: 'start' }))
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, n) => codes.call('PATCH', `/${id}`, { name: `n${n}` })),
  )
  expect(replies.map((reply) => reply.statusCode).filter((status) => status !== 200)).toEqual([])
  const log: { from: string; to: string }[] = (await codes.good('GET', `/${id}/changes`)).result.reverse()
  expect(log).toHaveLength(50)
  expect(log[0]?.from).toBe('start')
  for (let at = 1; at < log.length; at++) expect(log[at]?.from).toBe(log[at - 1]?.to)
  expect((await codes.read(id)).name).toBe(log.at(-1)?.to)
})

test('a duplicate says the same under another id and is counted from nothing', async () => {
  const codes = codesOf(given, await given.signedIn())
  const code = await codes.save(
    aDynamicCode({ name: 'Menu', tags: ['a'], qrCustomSettings: { foregroundColor: '#003366' } }),
  )
  await codes.change(code.id, { GoogleAnalyticsID: 'G-ABCD', enabled: false })
  await addToCounters(given.database(), new Map([[code.id, 3]]))
  const copy = (await codes.good('POST', `/${code.id}/duplicate`)).result
  expect(copy).toMatchObject({
    name: 'Menu',
    tags: ['a'],
    codeContent: code.codeContent,
    qrCustomSettings: code.qrCustomSettings,
    GoogleAnalyticsID: 'G-ABCD',
    enabled: true,
    scanCounter: 0,
  })
  expect(copy.dynamicId).not.toBe(code.dynamicId)
  expect(copy.qrImageUrl).not.toBe(code.qrImageUrl)
  const text = await codes.save(aStaticCode('Text', { plainText: 'hi' }))
  const { codeContent } = (await codes.good('POST', `/${text.id}/duplicate`)).result
  expect(codeContent).toBe(text.codeContent)
})

test('deleting and bringing back in a hurry leaves the kept totals equal to the rows', async () => {
  const codes = codesOf(given, await given.signedIn())
  const saved = await Promise.all(Array.from({ length: 8 }, () => codes.save(aDynamicCode({ tags: ['t'] }))))
  const ids = saved.map(({ id }) => id).join(',')
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      n % 2 ? codes.call('DELETE', '', { deleted: ids }) : codes.call('POST', '/restore', { restored: ids }),
    ),
  )
  const page = await codes.list({ limit: '100' })
  const tags = (await codes.good('GET', '/tags?productId=dynamic-code')).result
  expect(page.meta.total).toBe(page.result.length)
  expect(tags[0]?.total ?? 0).toBe(page.result.length)
  expect((await codes.list({ sort: '-scanCounter', limit: '100' })).result).toHaveLength(page.result.length)
})

test('the newest hundred changes are shown', async () => {
  const codes = codesOf(given, await given.signedIn())
  const { id } = await codes.save(aDynamicCode())
  await given.database().db.execute(sql`insert into user_code_changes (code_id, at, by, field, "from", "to")
    select ${id}, now(), 'an', 'name', (n - 1)::text, n::text from generate_series(1, 101) as n`)
  const shown = (await codes.good('GET', `/${id}/changes`)).result.map(({ to }: { to: string }) => to)
  expect(shown).toEqual(Array.from({ length: 100 }, (_, n) => String(101 - n)))
})
