/**
 * Pages of ten out of 1,000,000 codes of one user, over HTTP on PostgreSQL, compared with those of a user with 10,000
 * codes, interleaved in one run. `npm run bench:lists -- [--json] [--size=1000000] [--rounds=200]`
 *
 * Starts PostgreSQL from its installed programs, or uses the empty database of TEST_DATABASE_URL.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../scripts/test/postgres.mjs'
import { buildApp } from '../server/src/app'
import { systemClock } from '../server/src/platform/clock'
import { readConfig } from '../server/src/platform/config/config'
import { migrate, openDatabase } from '../server/src/platform/db'
import { createLog } from '../server/src/platform/logging'
import { seedCodes } from './load/lists-seed'
import { isJson, numberOption, Results } from './measure/results'

interface Owner {
  id: string
  sid: string
  size: number
}

interface Page {
  result: unknown[]
  meta: { total: number; nextCursor: string | null }
}

const size = numberOption('size', 1_000_000)
const rounds = numberOption('rounds', 200)
const SMALL = 10_000
const P95_GOAL_MS = 10
const RATIO_GOAL = 1.5
const WARM_UP_ROUNDS = 20

const note = (text: string) => isJson || console.log(text)
const folder = mkdtempSync(join(tmpdir(), 'scanleaf-bench-'))
const given = process.env['TEST_DATABASE_URL']
const postgres = given
  ? null
  : await startPostgres({ settings: ['shared_buffers=512MB', 'maintenance_work_mem=512MB', 'fsync=off'] })
const config = readConfig({
  DATA_DIR: folder,
  DATABASE_URL: given ?? postgres?.url ?? '',
  APP_URL: 'http://app.test',
  CODE_HOST: 'http://qr.test',
})
const log = createLog('error')
const database = await openDatabase(config)
/** For the work before the measurement. */
const unhurried = await openDatabase(config, { statementMs: 3_600_000, waitMs: 60_000 })
const app = await buildApp({
  config,
  database,
  clock: systemClock,
  log,
  gateways: [],
  isStopping: () => false,
})
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
let port = 0

function call(path: string, sid?: string): Promise<{ text: string; ms: number }> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const headers = sid ? { authorization: `Bearer ${sid}` } : {}
    const sent = request({ host: '127.0.0.1', port, path, agent, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const ms = performance.now() - startedAt
        if (response.statusCode === 200) resolve({ text, ms })
        else reject(new Error(`${path}: ${response.statusCode} ${text}`))
      })
    })
    sent.on('error', reject)
    sent.end()
  })
}

async function signUp(username: string, codes: number): Promise<Owner> {
  const person = { username, email: `${username}@example.com`, password: 'correct horse battery' }
  const made = await app.inject({
    method: 'POST',
    url: '/identity/users',
    payload: { ...person, firstName: 'An', lastName: 'Trần' },
  })
  const basic = Buffer.from(`${username}:${person.password}`).toString('base64')
  const session = await app.inject({
    method: 'POST',
    url: '/identity/users/auth',
    headers: { authorization: `Basic ${basic}` },
  })
  return { id: made.json().result.id, sid: session.json().result.sid, size: codes }
}

const LIST = '/gateway/api/qrcode/user-codes?productId=dynamic-code&limit=10'
const within = (most: number) => 1 + Math.floor(Math.random() * most)
/** A page in the middle third: as far from both ends as pages get. */
const deepPage = ({ size }: Owner) => Math.floor(size / 30) + within(Math.floor(size / 30))

/** The address of one request of each kind; random, so that no two are alike. */
const KINDS: Record<string, (owner: Owner) => string | Promise<string>> = {
  'first page': () => '',
  'deep page by number': (owner) => `&page=${deepPage(owner)}`,
  'deep page by cursor': async (owner) => {
    const { text } = await call(`${LIST}&page=${deepPage(owner)}`, owner.sid)
    return `&cursor=${(JSON.parse(text) as Page).meta.nextCursor}`
  },
  'oldest first': () => '&sort=createdAt',
  'by name': () => '&sort=name',
  'by name, backwards': () => '&sort=-name',
  'most scans': () => '&sort=-scanCounter',
  'fewest scans': () => '&sort=scanCounter',
  'one type': () => '&contentType=VCard',
  'one type, deep page': (owner) => `&contentType=VCard&page=${Math.ceil(deepPage(owner) / 10)}`,
  'one tag': () => '&tag=sale',
  'selective search': (owner) => `&q=menu ${within(owner.size)}`.replace(' ', '%20'),
  'search without a hit': () => `&q=nothing${within(1e9)}`,
}

const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN

async function measure(owners: readonly Owner[]): Promise<Map<string, number[][]>> {
  const times = new Map(Object.keys(KINDS).map((kind) => [kind, owners.map((): number[] => [])]))
  for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
    for (const [kind, addressOf] of Object.entries(KINDS)) {
      for (const [index, owner] of owners.entries()) {
        const address = await addressOf(owner)
        const { text, ms } = await call(LIST + address, owner.sid)
        if ((JSON.parse(text) as Page).result.length === 0 && !kind.includes('without a hit'))
          throw new Error(`${address} is empty`)
        if (round >= 0) times.get(kind)?.[index]?.push(ms)
      }
    }
  }
  return times
}

const results = new Results('lists')

try {
  await migrate(database)
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
  const owners = [await signUp('large', size), await signUp('small', Math.min(SMALL, size))]
  const startedAt = performance.now()
  await seedCodes(unhurried, new Map(owners.map((owner) => [owner.id, owner.size])))
  note(`${size} and ${SMALL} codes in ${Math.round((performance.now() - startedAt) / 1000)} s`)
  for (const [kind, [large = [], small = []]] of await measure(owners)) {
    const ratio = quantile(large, 0.5) / quantile(small, 0.5)
    note(
      `${kind.padEnd(22)} p50 ${quantile(large, 0.5).toFixed(2)} ms, p95 ${quantile(large, 0.95).toFixed(2)} ms, of ${SMALL}: p50 ${quantile(small, 0.5).toFixed(2)} ms`,
    )
    results.record(`${kind}: p95`, quantile(large, 0.95), 'ms', P95_GOAL_MS, 'lower')
    results.record(`${kind}: p50 against ${SMALL} codes`, ratio, '×', RATIO_GOAL, 'lower')
  }
} finally {
  agent.destroy()
  await app.close()
  await database.close()
  await unhurried.close()
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
}
results.print()
