/**
 * What the stream between machines adds to a scan: the same segments imported from a journal, and published to NATS and
 * imported from there, all on this machine, with one server and with a cluster of three; the processor time of the
 * publisher, of the worker and of the servers.
 * `npm run bench:stream -- [--json] [--scans=40000]`, with a PostgreSQL and nats-servers of its own from installed
 * binaries. Linux only: the processor time of NATS is read from /proc.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type OwnNats, startNats, startNatsCluster } from '../scripts/test/nats.mjs'
import { startPostgres } from '../scripts/test/postgres.mjs'
import {
  startJournalImporter,
  startJournalPublisher,
  startStreamImporter,
} from '../server/src/features/scans'
import { readConfig } from '../server/src/platform/config/config'
import { migrate, openDatabase } from '../server/src/platform/db'
import { frameOf } from '../server/src/platform/journal/frame'
import { encodeScan } from '../server/src/platform/journal/scan-record'
import { closedName, newSegmentName, PROCESS_KEY } from '../server/src/platform/journal/segment-name'
import { createLog } from '../server/src/platform/logging'
import { ScanStream } from '../server/src/platform/stream'
import { numberOption, Results } from './measure/results'

const scans = numberOption('scans', 40_000)
/** About as much as a segment holds when it is closed for its size. */
const PER_SEGMENT = 2_000
/** Requests of one turn of the event loop, which are one write. */
const PER_FRAME = 50
const CODES = 10_000
/** proc(5): processor times are in hundredths of a second on Linux. */
const TICK_US = 10_000
const PHONE =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36'

const results = new Results('stream')
const folder = mkdtempSync(join(tmpdir(), 'scanleaf-bench-'))
const postgres = await startPostgres({ settings: ['shared_buffers=256MB', 'max_wal_size=2GB'] })
const config = readConfig({ DATA_DIR: folder, DATABASE_URL: postgres.url })
const database = await openDatabase(config)
await migrate(database)
const running = { config, database, log: createLog('silent') }
const codeIds = Array.from({ length: CODES }, () => randomUUID())

function fillJournal(): void {
  const journal = join(folder, 'journal')
  mkdirSync(journal, { recursive: true })
  const record = (index: number) =>
    encodeScan({
      codeId: codeIds[Math.floor(Math.random() ** 2 * CODES)] as string,
      at: Date.now() - index * 10,
      method: 'GET',
      userAgent: PHONE,
      referrer: '',
      acceptLanguage: 'vi-VN,vi;q=0.9,en;q=0.8',
      purpose: '',
      visitor: randomBytes(16).toString('hex'),
      country: 'VN',
      outcome: 0,
    })
  for (let from = 0; from < scans; from += PER_SEGMENT) {
    const frames: Buffer[] = []
    for (let at = from; at < from + PER_SEGMENT; at += PER_FRAME)
      frames.push(frameOf(Array.from({ length: PER_FRAME }, (_, index) => record(at + index))))
    writeFileSync(
      join(journal, closedName(newSegmentName(Date.now() + from, PROCESS_KEY))),
      Buffer.concat(frames),
    )
  }
}

/** Processor time in microseconds. */
function processorOf(servers: readonly OwnNats[]): number {
  const ticks = servers.map((server) => {
    const stat = readFileSync(`/proc/${server.pid()}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return Number(fields[11]) + Number(fields[12])
  })
  return ticks.reduce((sum, each) => sum + each, 0) * TICK_US
}

async function measure(
  name: string,
  goal: number,
  servers: readonly OwnNats[],
  work: () => Promise<void>,
): Promise<void> {
  const [before, ofNats, startedAt] = [process.cpuUsage(), processorOf(servers), performance.now()]
  await work()
  const seconds = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(before)
  results.record(`${name}: scans a second`, scans / seconds, '1/s', goal, 'higher')
  results.record(`${name}: processor a scan`, (user + system) / scans, 'µs', 40, 'lower')
  if (servers.length > 0)
    results.record(`${name}: of NATS a scan`, (processorOf(servers) - ofNats) / scans, 'µs', 5, 'lower')
}

async function measureStream(where: string, url: string, servers: readonly OwnNats[]): Promise<void> {
  const { stream: settings } = readConfig({ SCAN_STREAM_URL: url })
  if (!settings) throw new Error('no stream is configured')
  const stream = new ScanStream(settings, running.log)
  try {
    fillJournal()
    await stream.open()
    await measure(`published to ${where}`, 100_000, servers, async () => {
      const publisher = await startJournalPublisher({ ...running, stream })
      await publisher.drain()
      await publisher.close()
    })
    await measure(`imported from ${where}`, 2_500, servers, async () => {
      const worker = await startStreamImporter({ ...running, stream })
      for (;;) {
        const { waiting, unacknowledged } = await stream.figures()
        if (waiting + unacknowledged === 0) break
        await pause(500)
      }
      await worker.close()
    })
  } finally {
    await stream.close()
  }
}

try {
  fillJournal()
  await measure('journal alone', 2_500, [], async () => {
    const importer = await startJournalImporter(running)
    await importer.drain()
    await importer.close()
  })
  const nats = await startNats()
  await measureStream('one server', nats.url, [nats]).finally(nats.stop)
  const { url, servers, stop } = await startNatsCluster()
  await measureStream('three servers', url, servers).finally(stop)
} finally {
  await database.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
results.print()
