/**
 * One importer of bench/journal-import.ts in a process of its own, under the limits of the product. Fills a journal of
 * its own, says `ready`, imports it when told `go`, and reports what that took; or has scans come in steadily, and imports and
 * counts them meanwhile.
 */
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { startJournalImporter } from '../../server/src/features/scans'
import { JournalImporter } from '../../server/src/features/scans/ingest/journal-importer'
import { JournalLoop } from '../../server/src/features/scans/ingest/journal-loop'
import { SegmentFolder } from '../../server/src/features/scans/ingest/journal-segments'
import { systemClock } from '../../server/src/platform/clock'
import { readConfig } from '../../server/src/platform/config/config'
import { openDatabase } from '../../server/src/platform/db'
import { query } from '../../server/src/platform/db/database'
import { frameOf } from '../../server/src/platform/journal/frame'
import { encodeScan } from '../../server/src/platform/journal/scan-record'
import { closedName, newSegmentName, PROCESS_KEY } from '../../server/src/platform/journal/segment-name'
import { createLog } from '../../server/src/platform/logging'

/** What a stream does, as its parent sends it. */
export interface StreamTask {
  databaseUrl: string
  codeIds: readonly string[]
  scans: number
  /** How many come in each second; all of them are there at first where it is missing. */
  perSecond?: number
}

export interface StreamReport {
  seconds: number
  /** Processor time of this process, in microseconds. */
  processorUs: number
  /** Scans that are still in the journal after the last try. */
  leftScans: number
  /** How long each segment waited until it was counted, in seconds; of scans that come in steadily. */
  countedAfter: number[]
}

const TRIES = 7
/** About as much as a segment holds when it is closed for its size. */
const PER_SEGMENT = 2_000
/** Requests of one turn of the event loop, which are one write. */
const PER_FRAME = 50
/** 100 scans a second, so that a run lasts several quarters of an hour. */
const SCAN_EVERY_MS = 10
const AGENTS = [
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 13; SM-A536E) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36',
]
const LANGUAGES = ['vi-VN,vi;q=0.9,en;q=0.8', 'en-US,en;q=0.9', 'ja-JP']
const COUNTRIES = ['VN', 'VN', 'VN', 'JP', 'US']
const REFERRERS = ['', '', '', 'https://zalo.example/chat', 'https://news.example/today']

const oneOf = <T>(values: readonly T[], index: number): T => values[index % values.length] as T

/** Scans all over the codes, some codes far more often than others, nearly all by somebody new. */
function recordsOf({ codeIds, scans }: StreamTask): string[] {
  const start = Date.now() - scans * SCAN_EVERY_MS
  return Array.from({ length: scans }, (_, index) =>
    encodeScan({
      codeId: codeIds[Math.floor(Math.random() ** 2 * codeIds.length)] as string,
      at: start + index * SCAN_EVERY_MS,
      method: 'GET',
      userAgent: oneOf(AGENTS, index),
      referrer: oneOf(REFERRERS, index),
      acceptLanguage: oneOf(LANGUAGES, index),
      purpose: '',
      visitor: randomBytes(16).toString('hex'),
      country: oneOf(COUNTRIES, index),
      outcome: 0,
    }),
  )
}

function fillJournal(folder: string, task: StreamTask): void {
  mkdirSync(folder, { recursive: true })
  const records = recordsOf(task)
  const openedAt = Date.now()
  for (let at = 0; at < records.length; at += PER_SEGMENT) {
    const segment = records.slice(at, at + PER_SEGMENT)
    const frames: Buffer[] = []
    for (let from = 0; from < segment.length; from += PER_FRAME)
      frames.push(frameOf(segment.slice(from, from + PER_FRAME)))
    const name = closedName(newSegmentName(openedAt + at, PROCESS_KEY))
    writeFileSync(join(folder, name), Buffer.concat(frames))
  }
}

async function importAll(dataDir: string, task: StreamTask): Promise<StreamReport> {
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: task.databaseUrl })
  const database = await openDatabase(config)
  const before = process.cpuUsage()
  const startedAt = performance.now()
  const journal = join(dataDir, 'journal')
  const log = createLog('silent')
  const folder = new SegmentFolder(journal, PROCESS_KEY)
  const importer = new JournalLoop(
    folder,
    new JournalImporter(folder, database, log, systemClock),
    log,
    () => 0,
  )
  importer.start()
  for (let tries = 1; tries <= TRIES; tries++) {
    const isDone = await importer.drain().then(
      () => true,
      () => false,
    )
    if (isDone) break
  }
  const seconds = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(before)
  const leftScans = readdirSync(journal).length * PER_SEGMENT
  await importer.close()
  await database.close()
  return { seconds, processorUs: user + system, leftScans, countedAfter: [] }
}

const SEGMENT_EVERY_MS = 200

/** Scans come in, are imported and counted, all at once, by an importer that has done the work of its start. */
async function startSteadily(
  dataDir: string,
  task: StreamTask,
  perSecond: number,
): Promise<() => Promise<StreamReport>> {
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: task.databaseUrl })
  const database = await openDatabase(config)
  const countNow = async () => {
    const [row] = await query<{ scans: number }>(
      database.db,
      sql`select coalesce(sum(scans), 0)::float8 as scans from scan_owners`,
    )
    return row?.scans ?? 0
  }
  const first = await countNow()
  const waiting: { upTo: number; since: number }[] = []
  const countedAfter: number[] = []
  const note = async () => {
    const counted = (await countNow()) - first
    const now = performance.now()
    while (waiting[0] && waiting[0].upTo <= counted)
      countedAfter.push((now - (waiting.shift()?.since ?? now)) / 1000)
  }
  const unlisten = await database.listen('scans_counted', () => void note())
  const importer = await startJournalImporter({ config, database, log: createLog('silent') })
  await importer.drain()
  return async () => {
    const before = process.cpuUsage()
    const startedAt = performance.now()
    const perSegment = (perSecond * SEGMENT_EVERY_MS) / 1000
    for (let made = 0; made < task.scans; made += perSegment) {
      fillJournal(join(dataDir, 'journal'), { ...task, scans: perSegment })
      waiting.push({ upTo: made + perSegment, since: performance.now() })
      await pause(startedAt + ((made + perSegment) / perSecond) * 1000 - performance.now())
    }
    await importer.drain()
    await note()
    const seconds = (performance.now() - startedAt) / 1000
    const { user, system } = process.cpuUsage(before)
    await importer.close()
    await unlisten()
    await database.close()
    return { seconds, processorUs: user + system, leftScans: 0, countedAfter }
  }
}

const dataDir = mkdtempSync(join(tmpdir(), 'scanleaf-bench-'))
process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
let work: () => Promise<StreamReport>
process.on('message', async (message: StreamTask | 'go') => {
  if (message !== 'go') {
    const { perSecond } = message
    if (perSecond === undefined) {
      fillJournal(join(dataDir, 'journal'), message)
      work = () => importAll(dataDir, message)
    } else work = await startSteadily(dataDir, message, perSecond)
    process.send?.('ready')
    return
  }
  process.send?.(await work())
  process.disconnect()
})
