/**
 * Pages of ten out of 1,000,000 codes of one user, over HTTP on PostgreSQL, compared with those of a user with 10,000
 * codes, interleaved in one run. `npm run bench:lists -- [--json] [--size=1000000] [--rounds=200] [--before=FOLDER]`
 * FOLDER is a work tree of an earlier commit with its packages, whose lists of as many codes are measured in the same run.
 *
 * Starts PostgreSQL from its installed programs, or uses the empty database of TEST_DATABASE_URL.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { startPostgres } from '../scripts/test/postgres.mjs'
import { isJson, median, numberOption, Results, textOption } from './measure/results'

interface Owner {
  /** Of the server that has their codes. */
  port: number
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
const BEFORE_GOAL = 1.03
const WARM_UP_ROUNDS = 20

const note = (text: string) => isJson || console.log(text)
const before = textOption('before')
const given = process.env['TEST_DATABASE_URL']
const postgres = given
  ? null
  : await startPostgres({ settings: ['shared_buffers=512MB', 'maintenance_work_mem=512MB', 'fsync=off'] })
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

function call(port: number, path: string, sid: string): Promise<{ text: string; ms: number }> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${sid}` }
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

/**
 * The application of a work tree, with owners of as many codes.
 * @param databaseUrl of an empty database
 */
async function open(tree: string, databaseUrl: string, sizes: Record<string, number>) {
  const imported = (path: string) => import(pathToFileURL(join(tree, path)).href)
  const { buildApp } = (await imported('server/src/app.ts')) as typeof import('../server/src/app')
  const { systemClock } = (await imported(
    'server/src/platform/clock.ts',
  )) as typeof import('../server/src/platform/clock')
  const { readConfig } = (await imported(
    'server/src/platform/config/config.ts',
  )) as typeof import('../server/src/platform/config/config')
  const { migrate, openDatabase } = (await imported(
    'server/src/platform/db/index.ts',
  )) as typeof import('../server/src/platform/db')
  const { createLog } = (await imported(
    'server/src/platform/logging.ts',
  )) as typeof import('../server/src/platform/logging')
  const { seedCodes } = (await imported('bench/load/lists-seed.ts')) as typeof import('./load/lists-seed')

  const folder = mkdtempSync(join(tmpdir(), 'scanleaf-bench-'))
  const config = readConfig({
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    APP_URL: 'http://app.test',
    CODE_HOST: 'http://qr.test',
  })
  const database = await openDatabase(config)
  const app = await buildApp({
    ...{ config, database, clock: systemClock, log: createLog('error'), gateways: [] },
    isStopping: () => false,
  })
  await migrate(database)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const owners: Owner[] = []
  for (const [username, codes] of Object.entries(sizes)) {
    const person = { username, email: `${username}@example.com`, password: 'correct horse battery' }
    const names = { firstName: 'An', lastName: 'Trần' }
    const made = await app.inject({
      method: 'POST',
      url: '/identity/users',
      payload: { ...person, ...names },
    })
    const basic = Buffer.from(`${username}:${person.password}`).toString('base64')
    const headers = { authorization: `Basic ${basic}` }
    const session = await app.inject({ method: 'POST', url: '/identity/users/auth', headers })
    owners.push({ port, id: made.json().result.id, sid: session.json().result.sid, size: codes })
  }
  const startedAt = performance.now()
  const unhurried = await openDatabase(config, { statementMs: 3_600_000, waitMs: 60_000 })
  await seedCodes(unhurried, new Map(owners.map((owner) => [owner.id, owner.size])))
  await unhurried.close()
  note(
    `${Object.values(sizes).join(' and ')} codes in ${Math.round((performance.now() - startedAt) / 1000)} s`,
  )
  return {
    owners,
    async close() {
      await app.close()
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A database beside the given one, on the same server. */
async function databaseBeside(url: string): Promise<string> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query('create database version_before')
  await client.end()
  return Object.assign(new URL(url), { pathname: '/version_before' }).href
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
    const { text } = await call(owner.port, `${LIST}&page=${deepPage(owner)}`, owner.sid)
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
        const { text, ms } = await call(owner.port, LIST + address, owner.sid)
        if ((JSON.parse(text) as Page).result.length === 0 && !kind.includes('without a hit'))
          throw new Error(`${address} is empty`)
        if (round >= 0) times.get(kind)?.[index]?.push(ms)
      }
    }
  }
  return times
}

const results = new Results('lists')

const url = given ?? postgres?.url ?? ''
const opened = [
  await open(join(import.meta.dirname, '..'), url, { large: size, small: Math.min(SMALL, size) }),
  ...(before ? [await open(before, await databaseBeside(url), { large: size })] : []),
]
try {
  const againstBefore: number[] = []
  for (const [kind, [large = [], small = [], old = []]] of await measure(
    opened.flatMap(({ owners }) => owners),
  )) {
    const [p50, ofSmall, ofOld] = [large, small, old].map((times) => quantile(times, 0.5)) as [
      number,
      number,
      number,
    ]
    note(
      `${kind.padEnd(22)} p50 ${p50.toFixed(2)} ms, p95 ${quantile(large, 0.95).toFixed(2)} ms, of ${SMALL}: p50 ${ofSmall.toFixed(2)} ms, before: p50 ${ofOld.toFixed(2)} ms`,
    )
    results.record(`${kind}: p95`, quantile(large, 0.95), 'ms', P95_GOAL_MS, 'lower')
    results.record(`${kind}: p50 against ${SMALL} codes`, p50 / ofSmall, '×', RATIO_GOAL, 'lower')
    againstBefore.push(p50 / ofOld)
  }
  if (before)
    results.record(
      'all kinds: p50 against the version before',
      median(againstBefore),
      '×',
      BEFORE_GOAL,
      'lower',
    )
} finally {
  agent.destroy()
  for (const each of opened) await each.close()
  await postgres?.stop()
}
results.print()
