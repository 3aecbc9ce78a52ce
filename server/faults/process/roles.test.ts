import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePorts } from '../../../scripts/lib/free-ports.mjs'
import { type OwnPostgres, startPostgres } from '../../../scripts/test/postgres.mjs'
import { SOON } from '../../src/testing/soon'
import { Person } from '../harness/person'
import { killPrograms, type Program, startProgram } from '../harness/program'
import { RetryingClients } from '../harness/retrying-client'

/** Enough that every address was asked some times between two steps. */
const SCANS_BETWEEN = 300

const folder = mkdtempSync(join(tmpdir(), 'scanleaf-roles-'))
let postgres: OwnPostgres
let webs: [Program, Program]
let redirects: [Program, Program]
let publicPorts: number[]
let person: Person

/** Each with a folder of its own, as on machines of their own. */
function start(name: string, settings: Record<string, string>): Promise<Program> {
  return startProgram({ DATABASE_URL: postgres.url, DATA_DIR: join(folder, name), ...settings })
}

const startRedirect = (index: number) =>
  start(`redirect-${index}`, { ROLE: 'redirect', PUBLIC_PORT: `${publicPorts[index]}` })

beforeAll(async () => {
  postgres = await startPostgres({ settings: ['fsync=off'] })
  publicPorts = await freePorts(2)
  // All at once: one of them migrates the empty database.
  const [web0, web1, redirect0, redirect1, worker] = await Promise.all([
    start('web-0', { ROLE: 'web' }),
    start('web-1', { ROLE: 'web' }),
    startRedirect(0),
    startRedirect(1),
    start('worker', { ROLE: 'worker' }),
  ])
  await Promise.all([web0, web1, redirect0, redirect1, worker].map(({ ready }) => ready))
  webs = [web0, web1]
  redirects = [redirect0, redirect1]
  person = await Person.register(web0.url)
})
afterAll(async () => {
  await killPrograms()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function scan(
  { publicUrl }: Program,
  dynamicId: string,
): Promise<{ status: number; to: string | null }> {
  const { status, headers } = await fetch(`${publicUrl}/${dynamicId}`, {
    redirect: 'manual',
    headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/126.0 Mobile Safari/537.36' },
  })
  return { status, to: headers.get('location') }
}

/** Every redirect process responds so within a second. */
function seenEverywhere(
  dynamicId: string,
  expected: { status: number; to: string | null },
): Promise<unknown> {
  return Promise.all(
    redirects.map((redirect) => expect.poll(() => scan(redirect, dynamicId), SOON).toEqual(expected)),
  )
}

const leadsTo = (to: string) => ({ status: 302, to })
const leadsNowhere = (status: number) => ({ status, to: null })

test('what one web process changes is seen by every redirect process within a second', async () => {
  const [first, second] = webs
  const id = await person.createCode(first.url, 'https://example.com/old')
  const { dynamicId } = await person.get<{ dynamicId: string }>(second.url, `qrcode/user-codes/${id}`)
  await seenEverywhere(dynamicId, leadsTo('https://example.com/old'))
  await person.changeCode(second.url, id, { codeContent: '{"content":"https://example.com/new"}' })
  await seenEverywhere(dynamicId, leadsTo('https://example.com/new'))
  await person.changeCode(first.url, id, { enabled: false })
  await seenEverywhere(dynamicId, leadsNowhere(410))
  await person.changeCode(second.url, id, { enabled: true })
  await seenEverywhere(dynamicId, leadsTo('https://example.com/new'))
  await person.deleteCode(first.url, id)
  await seenEverywhere(dynamicId, leadsNowhere(410))
})

test('who is signed out by one web process is signed out of the other', async () => {
  const [first, second] = webs
  const leaver = await Person.register(first.url)
  expect(await leaver.statusOf(second.url, '/gateway/api/qrcode/user-codes?productId=dynamic-code')).toBe(200)
  await leaver.signOut(first.url)
  expect(await leaver.statusOf(second.url, '/gateway/api/qrcode/user-codes?productId=dynamic-code')).toBe(401)
})

test('wrong passwords are counted by all web processes together', async () => {
  const { username } = await Person.register(webs[0].url)
  const authorization = `Basic ${Buffer.from(`${username}:wrong password`).toString('base64')}`
  const statuses: number[] = []
  for (let attempt = 0; attempt < 6; attempt++) {
    const url = `${(webs[attempt % 2] as Program).url}/identity/users/auth`
    statuses.push((await fetch(url, { method: 'POST', headers: { authorization } })).status)
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
})

test('restarted one after another, the redirect processes lose no scan, and each brings its journal in', async () => {
  const id = await person.createCode(webs[0].url, 'https://example.com/')
  const path = `qrcode/user-codes/${id}`
  const { dynamicId } = await person.get<{ dynamicId: string }>(webs[0].url, path)
  const clients = new RetryingClients()
  clients.start(redirects.map(({ publicUrl }) => `${publicUrl}/${dynamicId}`))
  const answers = async (more: number) => {
    const enough = clients.answered + more
    await expect.poll(() => clients.answered, { timeout: 60_000, interval: 5 }).toBeGreaterThan(enough)
  }
  for (const index of [0, 1] as const) {
    await answers(SCANS_BETWEEN)
    await redirects[index].kill('SIGTERM')
    expect(await redirects[index].ended).toBe(0)
    expect(segmentsOf(index)).toEqual([])
    await answers(SCANS_BETWEEN)
    redirects[index] = await startRedirect(index)
    await redirects[index].ready
  }
  await answers(SCANS_BETWEEN)
  await clients.stop()
  const { sent, answered, lost } = clients
  expect(lost).toBe(0)
  const counted = async () =>
    Number((await person.get<{ scanCounter: number }>(webs[1].url, path)).scanCounter)
  await expect.poll(counted, { timeout: 60_000, interval: 100 }).toBeGreaterThanOrEqual(answered)
  expect(await counted()).toBeLessThanOrEqual(sent)
})

/** Scans of a redirect process that are not in the database. */
const segmentsOf = (index: number): string[] =>
  readdirSync(join(folder, `redirect-${index}`, 'journal')).filter((file) => /\.(open|closed)$/.test(file))

test('a part that runs alone is refused without a PostgreSQL to share', async () => {
  const program = await startProgram({ ROLE: 'worker', DATA_DIR: join(folder, 'alone') })
  expect(await program.ended).toBe(1)
  expect(program.complaint()).toMatch(/^ROLE=worker is one of several processes: set DATABASE_URL/)
})
