import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OwnPostgres, startPostgres } from '../../../scripts/test/postgres.mjs'
import { Person } from '../harness/person'
import { killPrograms, type Program, startProgram } from '../harness/program'
import { openTcpProxy, type TcpProxy } from '../harness/tcp-proxy'

const CODES = '/gateway/api/qrcode/user-codes'
const PHONE = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/126.0.0.0 Mobile Safari/537.36'
const AT_ONCE = 40
/** Refusals until the trouble is over: each of those who wait has had one, or many in the long run (`KILLS=100`). */
const REFUSALS = AT_ONCE * Math.max(1, Number(process.env['KILLS'] ?? 0) / 10)

const folder = mkdtempSync(join(tmpdir(), 'scanleaf-slow-'))
let postgres: OwnPostgres
let network: TcpProxy
let program: Program
let person: Person
let dynamicId: string

beforeAll(async () => {
  postgres = await startPostgres({ settings: ['fsync=off'] })
  const address = new URL(postgres.url)
  network = await openTcpProxy(Number(address.port))
  address.port = String(network.port)
  program = await startProgram({
    DATABASE_URL: address.href,
    DATA_DIR: folder,
    BILLING: 'off',
    LOG_LEVEL: 'fatal',
  })
  await program.ready
  person = await Person.register(program.url)
  const id = await person.createCode(program.url, 'https://shop.example/')
  dynamicId = (await person.get<{ dynamicId: string }>(program.url, `qrcode/user-codes/${id}`)).dynamicId
  expect(await scan(dynamicId)).toBe(302)
})
afterAll(async () => {
  await killPrograms()
  await network.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

const scan = async (id: string): Promise<number> => {
  const options = { redirect: 'manual', headers: { 'user-agent': PHONE } } as const
  return (await fetch(`${program.publicUrl}/${id}`, options)).status
}

async function save(): Promise<number> {
  const reply = await fetch(`${program.url}${CODES}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      contentType: 'Website',
      codeContent: JSON.stringify({ content: 'https://shop.example/' }),
      isDynamicCode: true,
    }),
  })
  await reply.arrayBuffer()
  return reply.status
}

/**
 * People and visitors are served while the database fails, which lasts until enough requests got a 503 with Retry-After:
 * without time limits none ever would. @returns the statuses of the responses
 */
async function duringTrouble(refusals: number): Promise<number[]> {
  const statuses: number[] = []
  const isOver = () => statuses.filter((status) => status === 503).length >= refusals
  const person = async () => {
    while (!isOver()) {
      const [saved, scanned] = await Promise.all([save(), scan(dynamicId)])
      expect(scanned).toBe(302)
      statuses.push(saved)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, person))
  for (const status of new Set(statuses)) expect([201, 503]).toContain(status)
  return statuses
}

const isWellAgain = () => expect.poll(save, { timeout: 20_000 }).toBe(201)

test('half a second more for each answer of the database: people wait or are asked to come again, visitors notice nothing', async () => {
  network.delayMs = 500
  // More wait for a connection than there are; those who have one are answered.
  expect(await duringTrouble(REFUSALS / AT_ONCE)).toContain(503)
  network.delayMs = 0
  await isWellAgain()
})

test('a table that somebody has locked: who would write is refused, known codes lead on, unknown ones are not said to be unknown', async () => {
  const client = new pg.Client({ connectionString: postgres.url })
  client.on('error', () => {})
  await client.connect()
  await client.query('begin; lock table user_codes in access exclusive mode')
  const [statuses, unknown] = await Promise.all([duringTrouble(REFUSALS), scan('NOBODY00')])
  await client.query('rollback')
  await client.end()
  expect(new Set(statuses)).toEqual(new Set([503]))
  expect(unknown).toBe(503)
  await isWellAgain()
  expect(await scan('NOBODY00')).toBe(404)
})

test('a network that is silent: writes are refused, the process lives, and both come back', async () => {
  network.delayMs = Number.POSITIVE_INFINITY
  const alive = fetch(`${program.url}/healthz`).then(({ status }) => status)
  expect(new Set(await duringTrouble(REFUSALS))).toEqual(new Set([503]))
  expect(await alive).toBe(200)
  network.delayMs = 0
  await isWellAgain()
})
