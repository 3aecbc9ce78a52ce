import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { changeCode, givenCode, scanCountOf } from '../../../testing/code'
import { codeTakedowns } from '../../user-codes'
import { reportedCodes } from '../table'
import { testRedirect } from '../testing'

const folder = mkdtempSync(join(tmpdir(), 'scanleaf-deny-'))
const list = join(folder, 'denied.txt')
/** Replaces the file by a rename, as programs that fetch such lists do. */
function write(lines: string): void {
  writeFileSync(`${list}.new`, lines)
  renameSync(`${list}.new`, list)
}
write('# from the neighbours\nevil.example  # and what is below it\n\nnot a host\nxn--bcher-kva.example\n')
afterAll(() => rmSync(folder, { recursive: true }))

const {
  database,
  drainScans,
  ask,
  report: send,
  answersSoon,
} = testRedirect({
  TARGET_DENY_LIST: list,
  REPORTS_BEFORE_WARNING: '2',
})

const report = (id: string, from: string, browser = 'A') =>
  send(`/${id}`, { from, headers: { 'user-agent': browser } })
const isWarning = (body: string) => body.includes('+go"')
const warns = async (path: string) => isWarning((await ask(path)).body)

describe('a reported code', () => {
  test('warns once enough networks of a day reported it, whatever their browsers and addresses', async () => {
    const { id } = await givenCode(database())
    expect((await ask(`/${id}`)).status).toBe(302)
    for (const browser of ['A', 'B', 'C']) await report(id, '203.0.113.50', browser)
    for (const address of ['203.0.113.51', '2001:db8:1:2::3', '2001:db8:1:ffff::4']) await report(id, address)
    await answersSoon(`/${id}`, ({ status }) => status === 200)
    expect(await database().db.$count(reportedCodes)).toBe(1)
    expect((await database().db.select().from(reportedCodes))[0]?.total).toBe(2)
  })

  test('shows where it leads as text, and goes on by a form alone: one scan', async () => {
    const target = 'https://example.com/?a="b'
    const { id, codeId } = await givenCode(database(), { target })
    await report(id, '203.0.112.51')
    await report(id, '203.0.113.52')
    await answersSoon(`/${id}`, ({ status }) => status === 200)
    for (const path of [`/${id}`, `/${id}+`, `/${id}+go`, `/${id}?lng=ar`]) {
      const { headers, body } = await ask(path)
      expect(headers.location).toBeUndefined()
      expect(headers['cache-control']).toBe('no-store')
      expect(headers['content-security-policy']).toContain("default-src 'none'")
      expect(body).toContain('https://example.com/?a=&quot;b')
      expect(body).not.toMatch(/<script|http-equiv|href="http/)
      expect(isWarning(body)).toBe(true)
    }
    expect((await ask(`/${id}?lng=ar`)).body).toContain('dir="rtl"')
    await drainScans()
    expect(await scanCountOf(database(), codeId)).toBe(0)
    const gone = await ask(`/${id}+go`, { method: 'POST' })
    expect(gone.status).toBe(303)
    expect(gone.headers.location).toBe(target)
    await drainScans()
    expect(await scanCountOf(database(), codeId)).toBe(1)
  })

  test('does not warn again of a target that was cleared', async () => {
    const { id, codeId } = await givenCode(database())
    await database().db.execute(sql`
      insert into cleared_targets select code_id, 'https://example.com/', content_version
      from code_report_facts where code_id = ${codeId}`)
    for (let n = 60; n < 65; n++) await report(id, `203.0.${n}.1`)
    expect(await warns(`/${id}`)).toBe(false)
    expect((await database().db.select().from(reportedCodes))[0]).toMatchObject({ open: 5, warnedAt: null })
  })
})

describe('going on', () => {
  test('from a code without a warning is a visit, and of an unknown or paused one no way in', async () => {
    const { id, codeId } = await givenCode(database())
    expect((await ask(`/${id}+go`, { method: 'POST' })).status).toBe(303)
    expect((await ask('/never-was+go', { method: 'POST' })).status).toBe(404)
    await changeCode(database(), codeId, { enabled: false })
    await answersSoon(`/${id}`, ({ status }) => status === 410)
    expect((await ask(`/${id}+go`, { method: 'POST' })).status).toBe(410)
  })
})

test('a code that is taken down is gone within a second, everywhere, and not counted', async () => {
  const { id, codeId } = await givenCode(database())
  expect((await ask(`/${id}`)).status).toBe(302)
  await database().db.insert(codeTakedowns).values({
    key: id.toLowerCase(),
    codeId,
    userId: 'x',
    reason: 'phishing',
    note: '',
    by: 'x',
    at: new Date(),
  })
  await answersSoon(`/${id}`, ({ status }) => status === 410)
  const paths = [`/${id}+`, `/${id}+report`, `/${id}+go`]
  for (const path of paths) expect((await ask(path)).status).toBe(410)
  expect((await ask(`/${id}?lng=en`)).body).toContain('taken down')
  await changeCode(database(), codeId, { enabled: false, target: 'https://elsewhere.example/' })
  await changeCode(database(), codeId, { enabled: true })
  await drainScans()
  expect((await ask(`/${id}`)).status).toBe(410)
  expect(await scanCountOf(database(), codeId)).toBe(1)
  await database().db.update(codeTakedowns).set({ liftedAt: new Date() })
  await answersSoon(`/${id}`, ({ status }) => status === 302)
})

describe('the deny list', () => {
  test.each([
    ['https://evil.example/', true],
    ['https://a.b.EVIL.example./x', true],
    ['https://notevil.example/', false],
    ['https://evil.example.org/', false],
    ['https://bücher.example/', true],
  ])('%s warns: %s', async (target, isListed) => {
    const { id } = await givenCode(database(), { target: new URL(target).href })
    expect(await warns(`/${id}`)).toBe(isListed)
  })

  test('shows a host in other letters in both forms', async () => {
    const { id } = await givenCode(database(), { target: 'https://xn--bcher-kva.example/' })
    const { body } = await ask(`/${id}`)
    expect(body).toContain('https://xn--bcher-kva.example/')
    expect(body).toContain('bücher.example')
  })

  test('is read again when the file becomes another, and on SIGHUP', async () => {
    const { id } = await givenCode(database(), { target: 'https://late.example/' })
    const { id: other } = await givenCode(database(), { target: 'https://evil.example/' })
    expect((await ask(`/${id}`)).status).toBe(302)
    write('late.example\n')
    process.emit('SIGHUP')
    expect(await warns(`/${id}`)).toBe(true)
    expect((await ask(`/${other}`)).status).toBe(302)
    write('evil.example\n')
    await expect.poll(() => warns(`/${other}`), { timeout: 5000, interval: 20 }).toBe(true)
    expect((await ask(`/${id}`)).status).toBe(302)
  })
})
