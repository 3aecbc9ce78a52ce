/**
 * One server of bench/redirect.ts, in a process of its own, by its name. Sends its URL, and the `Host` to ask for, to the
 * parent; ours answers `count` with the number of counted scans.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StoredLinkRules } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import Fastify from 'fastify'
import { customDomains } from '../../server/src/features/custom-domains/table'
import { startRedirect } from '../../server/src/features/redirect'
import { scanCounters, scanStore, startJournalImporter } from '../../server/src/features/scans'
import { domainPaths, userCodes } from '../../server/src/features/user-codes/table'
import { readConfig } from '../../server/src/platform/config/config'
import { migrate, openDatabase } from '../../server/src/platform/db'
import { createLog } from '../../server/src/platform/logging'
import { keepRedirect } from '../../server/src/testing/kept-redirect'

const TARGET = 'https://example.com/menu'
const ID = 'ABCD1234'
const DOMAIN = 'go.bench.example'
/** As long as the id. */
const PATH = '/Menu-T-7'

async function bare(): Promise<number> {
  const server = createServer((_, response) => {
    response.writeHead(302, { Location: TARGET })
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

async function fastify(): Promise<number> {
  const app = Fastify()
  app.get('/:id', (_, reply) => reply.redirect(TARGET, 302))
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}

/** Lunch and dinner by the hour, and a weekend that is split: of three rules one holds at most. */
const CAFE_RULES: StoredLinkRules = {
  ...{ revision: 1, zone: 'Asia/Ho_Chi_Minh', retired: [], nextId: 4, nextNumber: 5 },
  rules: [
    {
      ...{ id: 1, name: 'Lunch', on: true, when: { days: [0, 1, 2, 3, 4], hours: [['10:30', '14:00']] } },
      outcome: { to: { n: 1, url: 'https://example.com/lunch' } },
    },
    {
      ...{ id: 2, name: 'Dinner', on: true, when: { days: [0, 1, 2, 3, 4], hours: [['17:00', '22:00']] } },
      outcome: { to: { n: 2, url: 'https://example.com/dinner' } },
    },
    {
      ...{ id: 3, name: 'Weekend', on: true, when: { days: [5, 6] } },
      outcome: {
        split: [
          { n: 3, url: 'https://example.com/brunch', weight: 50 },
          { n: 4, url: 'https://example.com/buffet', weight: 50 },
        ],
      },
    },
  ],
}

/** All that counts: listener in its process, journal, embedded database, importer. */
async function ours(
  durability: string,
  more: Record<string, string> = {},
  { hasPaths = false, rules = null }: { hasPaths?: boolean; rules?: StoredLinkRules | null } = {},
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'scanleaf-bench-'))
  // Beside this bundle.
  const kept = keepRedirect(new URL('./redirect-process.js', import.meta.url))
  process.once('exit', () => {
    kept.kill()
    rmSync(folder, { recursive: true, force: true })
  })
  // A signal would end it without the line above.
  process.once('SIGTERM', () => process.exit())
  const config = readConfig({ DATA_DIR: folder, PUBLIC_PORT: '0', SCAN_DURABILITY: durability, ...more })
  const log = createLog('warn')
  const database = await openDatabase(config)
  await migrate(database)
  const codeId = randomUUID()
  const userId = 'bench'
  await database.db.insert(userCodes).values({
    id: codeId,
    userId,
    productId: 'dynamic-code',
    contentType: 'Website',
    codeContent: '{}',
    dynamicId: ID,
    target: TARGET,
    imageKey: randomUUID(),
    rules,
  })
  await database.db
    .insert(customDomains)
    .values({ userId, kind: 'qrcode', domain: DOMAIN, enabled: true, provenAt: new Date() })
  if (hasPaths) await database.db.insert(domainPaths).values({ userId, host: DOMAIN, path: PATH, codeId })
  const redirect = await startRedirect({
    config,
    database,
    log,
    storeScans: scanStore(database),
    recordReported: async () => {},
    runs: kept,
  })
  const importer = await startJournalImporter({ config, database, log, busyShare: redirect.busyShare })
  process.on('message', async (message) => {
    if (message !== 'count') return
    await importer.drain()
    const [row] = await database.db
      .select({ scans: sql<number>`coalesce(sum(${scanCounters.scans}), 0)`.mapWith(Number) })
      .from(scanCounters)
    process.send?.({ scans: row?.scans ?? 0 })
  })
  return redirect.port
}

const kinds: Record<string, () => Promise<number>> = {
  bare,
  fastify,
  ours: () => ours('batch'),
  'ours-sync': () => ours('sync'),
  /** Counts responses; nobody reads the counts here. */
  'ours-counted': () => ours('batch', { METRICS_PORT: '0' }),
  'ours-domain': () => ours('batch'),
  'ours-paths': () => ours('batch', {}, { hasPaths: true }),
  'ours-rules': () => ours('batch', {}, { rules: CAFE_RULES }),
}

const kind = process.argv[2] ?? ''
const port = await kinds[kind]?.()
if (port === undefined) throw new Error(`no contender is called "${kind}"`)
const asked = kind === 'ours-paths' ? PATH : `/${kind.startsWith('ours') ? ID : 'abcd1234'}`
const host = kind === 'ours-domain' || kind === 'ours-paths' ? DOMAIN : `127.0.0.1:${port}`
process.send?.({ url: `http://127.0.0.1:${port}${asked}`, host })
