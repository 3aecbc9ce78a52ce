import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asc, eq, sql } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { type Clock, systemClock } from '../../../platform/clock'
import { readConfig } from '../../../platform/config/config'
import { frameOf } from '../../../platform/journal/frame'
import type { ScanRecord } from '../../../platform/journal/scan-record'
import { newBatchId, newSegmentName, PROCESS_KEY } from '../../../platform/journal/segment-name'
import { createLog } from '../../../platform/logging'
import { FakeClock } from '../../../testing/clock'
import { givenCode } from '../../../testing/code'
import { testDatabase } from '../../../testing/database'
import { aScan } from '../../../testing/scan'
import {
  countImported,
  openCounters,
  scanCounters,
  scanStore,
  sealOwner,
  startJournalImporter,
} from '../index'
import { scanBatches, scanRows } from '../table'
import { JournalImporter } from './journal-importer'
import { SegmentFolder } from './journal-segments'

const storage = testDatabase()
const log = createLog('silent')
const FIRST_AT = Date.parse('2026-11-21T08:30:00Z')
const PHONE = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36'

beforeEach(() => {
  rmSync(folder(), { recursive: true, force: true })
  mkdirSync(folder(), { recursive: true })
})

const folder = () => join(storage.dataDir(), 'journal')
const files = () => readdirSync(folder())
const config = () => readConfig({ DATA_DIR: storage.dataDir() })
/** Each record written by itself. */
const framesOf = (records: readonly string[]) => records.map((each) => frameOf([each]).toString()).join('')

/** A segment whose writer had this process id and key. */
function leaveSegment(
  content: string,
  { pid = process.pid, key = newBatchId(), state = 'open' } = {},
): string {
  const [openedAt, host] = newSegmentName(Date.now(), key).split('-')
  const file = `${openedAt}-${host}-${pid}-${key}-${newBatchId()}.${state}`
  writeFileSync(join(folder(), file), content)
  return file
}

async function countOf(codeId: string): Promise<number | null> {
  const [row] = await storage.database().db.select().from(scanCounters).where(eq(scanCounters.codeId, codeId))
  return row?.scans ?? null
}

/** Runs an importer until all is moved. */
async function moveAll(clock: Clock = systemClock): Promise<void> {
  const importer = await startJournalImporter({ config: config(), database: storage.database(), log, clock })
  try {
    await importer.drain()
  } finally {
    await importer.close()
  }
}

test('segments reach the log and the counters, and are then gone', async () => {
  const { db } = storage.database()
  const codeId = randomUUID()
  const other = randomUUID()
  await openCounters(db, [codeId])
  leaveSegment(framesOf([aScan(codeId), aScan(codeId), aScan(other)]), { state: 'closed' })
  leaveSegment(framesOf([aScan(codeId)]), { state: 'closed' })
  await moveAll()
  expect(await countOf(codeId)).toBe(3)
  expect(await countOf(other)).toBe(1)
  expect(await db.$count(scanRows)).toBe(4)
  expect(files()).toEqual([])
})

test('an importer that knows whose a code is stores none of its scans once the account is being deleted', async () => {
  const database = storage.database()
  const { codeId } = await givenCode(database)
  const importer = await startJournalImporter({ config: config(), database, log })
  try {
    leaveSegment(framesOf([aScan(codeId)]), { state: 'closed' })
    await importer.drain()
    await sealOwner(database, 'somebody')
    leaveSegment(framesOf([aScan(codeId)]), { state: 'closed' })
    await importer.drain()
  } finally {
    await importer.close()
  }
  expect(await countOf(codeId)).toBe(1)
  expect(await database.db.$count(scanRows)).toBe(1)
  expect(files()).toEqual([])
})

test('of a segment that comes again beside a new one only the new one counts, and both are gone', async () => {
  const codeId = randomUUID()
  const old = leaveSegment(framesOf([aScan(codeId), aScan(codeId)]), { state: 'closed' })
  const kept = join(storage.dataDir(), 'kept')
  copyFileSync(join(folder(), old), kept)
  await moveAll()
  copyFileSync(kept, join(folder(), old))
  leaveSegment(framesOf([aScan(codeId), aScan(codeId), aScan(codeId)]), { state: 'closed' })
  await moveAll()
  expect(await countOf(codeId)).toBe(5)
  expect(await storage.database().db.$count(scanRows)).toBe(5)
  expect(files()).toEqual([])
})

test('a batch that comes again counts once', async () => {
  const codeId = randomUUID()
  const file = leaveSegment(framesOf([aScan(codeId), aScan(codeId)]), { state: 'closed' })
  const copy = join(storage.dataDir(), 'copy')
  copyFileSync(join(folder(), file), copy)
  await moveAll()
  copyFileSync(copy, join(folder(), file))
  await moveAll()
  expect(await countOf(codeId)).toBe(2)
  expect(await storage.database().db.$count(scanRows)).toBe(2)
  expect(files()).toEqual([])
})

test('ten importers on one folder count every scan once', async () => {
  const codes = Array.from({ length: 5 }, () => randomUUID())
  for (let segment = 0; segment < 40; segment++) {
    leaveSegment(framesOf(codes.map((codeId) => aScan(codeId))), { state: 'closed' })
  }
  await Promise.all(Array.from({ length: 10 }, () => moveAll()))
  expect(await Promise.all(codes.map(countOf))).toEqual(codes.map(() => 40))
  expect(files()).toEqual([])
})

test.each(['query_canceled', 'lock_not_available'])(
  'a fold that fails by %s is halved until it is done, and each scan counts once',
  async (condition) => {
    const { db } = storage.database()
    onTestFinished(async () => {
      await db.execute(sql`drop function refuse_many cascade`)
    })
    await db.execute(
      sql.raw(`create or replace function refuse_many() returns trigger language plpgsql as $$ begin
        if (select count(*) from taken) > 2 then raise exception 'too many' using errcode = '${condition}'; end if;
        return null; end $$`),
    )
    await db.execute(sql`create trigger refuse_many after delete on scan_inbox referencing old table as taken
      for each statement execute function refuse_many()`)
    const codeId = randomUUID()
    for (let segment = 0; segment < 9; segment++)
      leaveSegment(framesOf([aScan(codeId), aScan(codeId)]), { state: 'closed' })
    await moveAll()
    expect(await countOf(codeId)).toBe(18)
    expect(files()).toEqual([])
  },
)

test('what a crashed process left is counted up to its torn end', async () => {
  const codeId = randomUUID()
  const whole = framesOf([aScan(codeId), aScan(codeId)])
  const torn = framesOf([aScan(codeId)]).slice(0, -10)
  leaveSegment(whole + torn)
  leaveSegment(whole, { pid: 2 ** 22 + 1 })
  leaveSegment('')
  await moveAll()
  expect(await countOf(codeId)).toBe(4)
  expect(files()).toEqual([])
})

test('the open segment of a living writer is left to it', async () => {
  const codeId = randomUUID()
  const own = leaveSegment(framesOf([aScan(codeId)]), { key: PROCESS_KEY })
  const parents = leaveSegment(framesOf([aScan(codeId)]), { pid: process.ppid })
  leaveSegment(framesOf([aScan(codeId)]), { state: 'closed' })
  const importer = await startJournalImporter({ config: config(), database: storage.database(), log })
  await expect.poll(() => countOf(codeId)).toBe(1)
  await importer.close()
  expect(files().sort()).toEqual([own, parents].sort())
})

test('records that are damaged or of another form are dropped, their neighbours count', async () => {
  const codeId = randomUUID()
  const damaged = framesOf([aScan(codeId)]).replace('GET', 'PUT')
  const others = framesOf([
    '',
    '{"codeId":1}',
    aScan(codeId).replace(codeId, 'no-uuid'),
    aScan(codeId).replace(/\d{13}/, 'yesterday'),
    `${aScan(codeId)}\u001fone too many`,
  ])
  const sound = framesOf([aScan(codeId)])
  leaveSegment(sound + damaged + others + sound, { state: 'closed' })
  await moveAll()
  expect(await countOf(codeId)).toBe(2)
})

test('files that are no segments are left alone', async () => {
  writeFileSync(join(folder(), '2026-11-21.salt'), 'salt')
  writeFileSync(join(folder(), 'notes.closed'), 'mine')
  await moveAll()
  expect(files().sort()).toEqual(['2026-11-21.salt', 'notes.closed'])
})

test('ids of batches are forgotten after thirty days, but for those whose file is there still', async () => {
  const { db } = storage.database()
  const ids = [newBatchId(), newBatchId(), newBatchId()]
  const [there = '', gone, young] = ids
  for (const [id, days] of [
    [there, 31],
    [gone, 31],
    [young, 29],
  ])
    await db.execute(sql`insert into scan_batches (id, stored_at)
      values (${id}, now() - make_interval(days => ${days}::int))`)
  writeFileSync(
    join(folder(), newSegmentName(Date.now(), PROCESS_KEY).replace(/[0-9a-f]{32}[.]/, `${there}.`)),
    '',
  )
  const segments = new SegmentFolder(folder(), PROCESS_KEY)
  await new JournalImporter(segments, storage.database(), log, systemClock).maintain()
  const kept = await db.select({ id: scanBatches.id }).from(scanBatches)
  expect(kept.map(({ id }) => id).sort()).toEqual([there, young].sort())
})

test('the way past the journal counts a batch once too', async () => {
  const codeId = randomUUID()
  const store = scanStore(storage.database())
  await Promise.all([store('batch', [aScan(codeId)]), store('batch', [aScan(codeId)])])
  await countImported(storage.database())
  expect(await countOf(codeId)).toBe(1)
})

test('the log says who it was, and only people are counted', async () => {
  const codeId = randomUUID()
  const agents: [string, Partial<ScanRecord>][] = [
    ['person', {}],
    [
      'person',
      {
        userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Zalo iOS/588',
      },
    ],
    ['head', { method: 'HEAD' }],
    ['prefetch', { purpose: 'prefetch;prerender' }],
    ['prefetch', { purpose: 'preview' }],
    ['preview', { userAgent: 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)' }],
    ['preview', { userAgent: 'WhatsApp/2.23.20.0' }],
    ['preview', { userAgent: 'TelegramBot (like TwitterBot)' }],
    ['bot', { userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }],
    ['bot', { userAgent: 'curl/8.5.0' }],
    ['bot', { userAgent: '' }],
  ]
  const records = agents.map(([, scan], place) => aScan(codeId, { ...scan, at: FIRST_AT + place }))
  leaveSegment(framesOf(records), { state: 'closed' })
  await moveAll()
  const rows = await storage.database().db.select().from(scanRows).orderBy(asc(scanRows.at))
  expect(rows.map(({ kind }) => kind)).toEqual(agents.map(([kind]) => kind))
  expect(await countOf(codeId)).toBe(2)
})

test('the log keeps origin and path of the referrer, the preferred language and the country', async () => {
  const codeId = randomUUID()
  leaveSegment(
    framesOf([
      aScan(codeId, {
        referrer: 'https://user:secret@shop.example/page?q=private#part',
        acceptLanguage: 'en;q=0.5, vi-VN, fr',
        userAgent: `${PHONE}\0\u00e9`,
      }),
      aScan(codeId, {
        ...{ referrer: 'android-app://com.example', acceptLanguage: '*, <b>', country: '' },
        at: FIRST_AT + 1,
      }),
    ]),
    { state: 'closed' },
  )
  await moveAll()
  const rows = await storage.database().db.select().from(scanRows).orderBy(asc(scanRows.at))
  expect(rows).toMatchObject([
    {
      at: new Date('2026-11-21T08:30:00Z'),
      referrer: 'https://shop.example/page',
      language: 'vi-VN',
      country: 'VN',
      userAgent: `${PHONE}\u00e9`,
    },
    { referrer: '', language: '', country: '' },
  ])
})

const MINUTE_MS = 60_000
const YEAR_MS = 365 * 24 * 60 * MINUTE_MS

test.each([
  ['right', 0, -MINUTE_MS, -MINUTE_MS, false],
  ['right, of a scan that waited for a year', 0, -YEAR_MS, -YEAR_MS, false],
  ['four minutes ahead', 4 * MINUTE_MS, 4 * MINUTE_MS, 4 * MINUTE_MS, false],
  ['a year ahead', YEAR_MS, YEAR_MS - MINUTE_MS, -MINUTE_MS, true],
  ['a year behind', -YEAR_MS, -YEAR_MS - MINUTE_MS, -MINUTE_MS, true],
  ['right again after it was a year ahead', 0, YEAR_MS, 0, true],
])(
  'a scan by a clock that is %s has the time of the database',
  async (_, wrongBy, written, expected, isCorrected) => {
    const clock = new FakeClock()
    const present = clock.now().getTime()
    clock.advance(wrongBy)
    leaveSegment(framesOf([aScan(randomUUID(), { at: present + written })]), { state: 'closed' })
    await moveAll(clock)
    const [scan] = await storage.database().db.select().from(scanRows)
    // The clock of the test stands still while the database's continues.
    expect(Math.abs((scan?.at.getTime() ?? 0) - (present + expected))).toBeLessThan(MINUTE_MS)
    expect(scan?.isTimeCorrected).toBe(isCorrected)
  },
)
