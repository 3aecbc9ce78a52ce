import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type JetStreamManager, jetstream, jetstreamManager, StorageType } from '@nats-io/jetstream'
import { connect, headers, type NatsConnection } from '@nats-io/transport-node'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  NO_NATS_REASON,
  type OwnNats,
  startNats,
  startNatsCluster,
} from '../../../../../scripts/test/nats.mjs'
import { timeoutMs } from '../../../../../scripts/test/timeouts.mjs'
import { type Clock, systemClock } from '../../../platform/clock'
import { readConfig } from '../../../platform/config/config'
import { frameOf } from '../../../platform/journal/frame'
import {
  closedName,
  newBatchId,
  newSegmentName,
  parseSegmentName,
} from '../../../platform/journal/segment-name'
import { createLog } from '../../../platform/logging'
import { ScanStream } from '../../../platform/stream'
import { FakeClock } from '../../../testing/clock'
import { testDatabase } from '../../../testing/database'
import { aScan } from '../../../testing/scan'
import {
  countImported,
  scanCounters,
  startJournalImporter,
  startJournalPublisher,
  startStreamImporter,
} from '../index'
import { scanRows } from '../table'

const NAME = 'scanleaf-scans'
const UNREADABLE = `${NAME}-unreadable`
const YEAR_MS = 365 * 24 * 3_600_000

describe.skipIf(NO_NATS_REASON !== null)('a stream between machines', () => {
  const storage = testDatabase()
  let nats: OwnNats
  let admin: NatsConnection
  let manager: JetStreamManager
  let lines: { msg: string }[]
  const log = createLog('info', undefined, { write: (line) => lines.push(JSON.parse(line)) })
  const said = (words: string) => lines.filter(({ msg }) => msg.includes(words)).length

  beforeAll(async () => {
    nats = await startNats()
    admin = await connect({ servers: nats.url })
    manager = await jetstreamManager(admin)
  })
  afterAll(async () => {
    await admin?.close()
    await nats?.stop()
  })
  beforeEach(async () => {
    lines = []
    rmSync(folder(), { recursive: true, force: true })
    mkdirSync(folder(), { recursive: true })
    for (const name of [NAME, UNREADABLE]) await manager.streams.delete(name).catch(() => {})
  })

  const folder = () => join(storage.dataDir(), 'journal')
  const segments = () => readdirSync(folder())

  /** A segment of another process, as it was closed. */
  function leaveSegment(...records: string[]): string {
    return leaveContent(frameOf(records))
  }

  function leaveContent(content: Buffer): string {
    const file = closedName(newSegmentName(Date.now(), newBatchId()))
    writeFileSync(join(folder(), file), content)
    return file
  }

  function openStream(url = nats.url): ScanStream {
    const { stream } = readConfig({ SCAN_STREAM_URL: url })
    if (!stream) throw new Error('no stream is configured')
    const opened = new ScanStream(stream, log)
    onTestFinished(() => opened.close())
    return opened
  }

  /** A server with other limits. */
  async function startOther(options: { config?: string; store?: string }): Promise<OwnNats> {
    const other = await startNats(options)
    onTestFinished(() => other.stop())
    return other
  }

  const running = () => ({
    config: readConfig({ DATA_DIR: storage.dataDir() }),
    database: storage.database(),
    log,
  })

  /** A redirect process; closed at the end of the test. */
  async function startPublisher(clock: Clock = systemClock, url = nats.url) {
    const publisher = await startJournalPublisher({ ...running(), stream: openStream(url), clock })
    onTestFinished(() => publisher.close())
    return publisher
  }

  async function publishAll(clock?: Clock): Promise<void> {
    const publisher = await startPublisher(clock)
    await publisher.drain()
    await publisher.close()
  }

  /** A worker; closed at the end of the test. */
  async function startWorker(url = nats.url) {
    const worker = await startStreamImporter({ ...running(), stream: openStream(url) })
    onTestFinished(() => worker.close())
    return worker
  }

  const importAll = async () => {
    const worker = await startWorker()
    await expect.poll(waiting).toBe(0)
    await worker.close()
  }

  const waiting = async () => (await manager.streams.info(NAME)).state.messages
  const countOf = async (codeId: string) => {
    const { db } = storage.database()
    const [row] = await db.select().from(scanCounters).where(eq(scanCounters.codeId, codeId))
    return row?.scans ?? null
  }
  const logged = () => storage.database().db.$count(scanRows)

  test('what one machine publishes another imports, and neither keeps it', async () => {
    const codeId = randomUUID()
    for (let segment = 0; segment < 40; segment++) leaveSegment(aScan(codeId), aScan(codeId))
    leaveContent(Buffer.alloc(0))
    await publishAll()
    expect(segments()).toEqual([])
    expect(await waiting()).toBe(40)
    expect(await logged()).toBe(0)
    await importAll()
    expect(await countOf(codeId)).toBe(80)
    expect(await logged()).toBe(80)
    expect(said('created the stream of scans')).toBe(1)
  })

  test.each<[string, (copies: string) => Promise<void>]>([
    ['published again in time', async () => publishAll()],
    [
      'published again after the server forgot it',
      async () => {
        await importAll()
        await manager.streams.delete(NAME)
        await publishAll()
      },
    ],
    [
      'imported by this machine after the stream was turned off',
      async () => {
        const importer = await startJournalImporter(running())
        await importer.drain()
        await importer.close()
      },
    ],
  ])('a segment that was published, and then %s, counts once', async (_, again) => {
    const codeId = randomUUID()
    const file = leaveSegment(aScan(codeId), aScan(codeId))
    const copy = join(storage.dataDir(), 'copy')
    copyFileSync(join(folder(), file), copy)
    await publishAll()
    // A process that was killed between the acknowledgement and the removal leaves it.
    copyFileSync(copy, join(folder(), file))
    await again(file)
    await importAll()
    expect(await countOf(codeId)).toBe(2)
    expect(segments()).toEqual([])
  })

  test('what comes late, in another order or twice to several workers counts once', async () => {
    const codeId = randomUUID()
    for (let segment = 0; segment < 20; segment++) leaveSegment(aScan(codeId))
    await publishAll()
    const consumer = await jetstream(admin).consumers.get(NAME, 'import')
    const taken = []
    for await (const message of await consumer.fetch({ max_messages: 12, expires: 20_000 }))
      taken.push(message)
    // Published once more in the reverse order, without what the server knows repeats by.
    for (const message of [...taken].reverse()) {
      const given = headers()
      given.set('Nats-Msg-Id', message.headers?.get('Nats-Msg-Id') ?? '')
      await manager.streams.update(NAME, { duplicate_window: 100_000_000 })
      await expect
        .poll(async () => (await jetstream(admin).publish(NAME, message.data, { headers: given })).duplicate)
        .toBe(false)
    }
    const workers = [await startWorker(), await startWorker(), await startWorker()]
    for (const message of taken) message.nak()
    await expect.poll(waiting).toBe(0)
    await Promise.all(workers.map((worker) => worker.close()))
    expect(await countOf(codeId)).toBe(20)
    expect(await logged()).toBe(20)
  })

  test('a worker that ends hands what it holds to the next at once', async () => {
    const codeId = randomUUID()
    leaveSegment(aScan(codeId))
    await publishAll()
    const { database, ...rest } = running()
    const transaction: typeof database.transaction = () => Promise.reject(new Error('the database is away'))
    const stuck = await startStreamImporter({
      ...rest,
      database: { ...database, transaction },
      stream: openStream(),
    })
    await expect.poll(() => said('scans wait in the stream')).toBe(1)
    await stuck.close()
    await importAll()
    expect(await countOf(codeId)).toBe(1)
  })

  test.each<[string, (codeId: string) => Buffer, string, number]>([
    [
      'has a damaged line',
      (codeId) =>
        Buffer.concat([
          frameOf([aScan(codeId)]),
          Buffer.from(
            frameOf([aScan(codeId)])
              .toString()
              .replace('GET', 'PUT'),
          ),
        ]),
      newBatchId(),
      1,
    ],
    ['has a record of another form', (codeId) => frameOf(['{"codeId":1}', aScan(codeId)]), newBatchId(), 1],
    ['is no batch', () => Buffer.from('hello\n'), newBatchId(), 0],
    ['has no batch id', (codeId) => frameOf([aScan(codeId)]), '', 0],
    ['has the id of something else', (codeId) => frameOf([aScan(codeId)]), 'abc', 0],
  ])(
    'a message that %s is set aside, and what can be read of it counts',
    async (_, contentOf, id, counted) => {
      const codeId = randomUUID()
      await publishAll()
      const content = contentOf(codeId)
      await jetstream(admin).publish(NAME, content, id === '' ? {} : { msgID: id })
      await importAll()
      expect(await logged()).toBe(counted)
      expect(said('set aside')).toBe(1)
      const kept = await manager.streams.getMessage(UNREADABLE, { last_by_subj: UNREADABLE })
      expect(Buffer.from(kept?.data ?? [])).toEqual(content)
      expect(kept?.header.get('Scanleaf-Original-Nats-Msg-Id')).toBe(id)
    },
  )

  test('in a cluster it has three replicas; one with fewer is used, reported, and raised while it holds scans', async () => {
    const cluster = await startNatsCluster()
    onTestFinished(cluster.stop)
    const member = await connect({ servers: cluster.servers.map(({ url }) => url) })
    onTestFinished(() => member.close())
    const { streams } = await jetstreamManager(member, { timeout: timeoutMs(20) })
    const configOf = async (name = NAME) => (await streams.info(name)).config

    // By a URL that names one of the servers. Whatever takes them longer than it waits for, it tries again.
    const first = await startPublisher(systemClock, cluster.servers[0]?.url)
    leaveSegment(aScan(randomUUID()))
    await expect.poll(segments).toEqual([])
    await first.close()
    const created = await configOf()
    expect(created.num_replicas).toBe(3)
    expect((await configOf(UNREADABLE)).num_replicas).toBe(3)
    expect(said('fewer replicas')).toBe(0)

    await streams.delete(NAME)
    await streams.add({ ...created, num_replicas: 1 })
    const codeId = randomUUID()
    for (let segment = 0; segment < 10; segment++) leaveSegment(aScan(codeId))
    await startPublisher(systemClock, cluster.url)
    await expect.poll(segments).toEqual([])
    await expect.poll(() => said('fewer replicas')).toBe(1)
    expect((await configOf()).num_replicas).toBe(1)
    await streams.update(NAME, { num_replicas: 3 })
    await startWorker(cluster.url)
    await expect.poll(() => countOf(codeId)).toBe(10)
    expect((await configOf()).num_replicas).toBe(3)
    expect(segments()).toEqual([])
  })

  test('a full server refuses what comes; it waits in the journal, with one line, until there is room', async () => {
    const full = await startOther({ store: 'max_file_store: 3000' })
    const codeId = randomUUID()
    for (let segment = 0; segment < 30; segment++) leaveSegment(aScan(codeId))
    await startPublisher(systemClock, full.url)
    await expect.poll(() => said('scans wait in the journal: the stream')).toBe(1)
    const left = segments().length
    expect(left).toBeGreaterThan(10)
    expect((await openStream(full.url).figures()).waiting).toBe(30 - left)
    await startWorker(full.url)
    await expect.poll(segments).toEqual([])
    await expect.poll(() => countOf(codeId)).toBe(30)
    expect(await logged()).toBe(30)
  })

  test('a stream that was deleted is made again, and takes what follows', async () => {
    const codeId = randomUUID()
    await startPublisher()
    await startWorker()
    leaveSegment(aScan(codeId))
    await expect.poll(() => countOf(codeId)).toBe(1)
    await manager.streams.delete(NAME)
    leaveSegment(aScan(codeId))
    await expect.poll(() => countOf(codeId)).toBe(2)
    await expect.poll(segments).toEqual([])
  })

  test.each([
    ['drops the oldest when it is full', { discard: 'old' as const }, 'discard is old'],
    ['is in memory', { storage: StorageType.Memory }, 'storage is memory'],
    ['drops what is old', { max_age: 60e9 }, 'max_age is set'],
    ['has a limit of bytes', { max_bytes: 1e6 }, 'max_bytes is set'],
    ['has a limit of messages', { max_msgs: 100 }, 'max_msgs is set'],
    ['keeps what was imported', { retention: 'limits' as const }, 'retention is limits'],
  ])('nothing is published to a stream that %s', async (_, options, why) => {
    const safe = { retention: 'workqueue' as const, discard: 'new' as const, subjects: [NAME] }
    await manager.streams.add({ name: NAME, ...safe, ...options })
    const file = leaveSegment(aScan(randomUUID()))
    await startPublisher()
    await expect.poll(() => said('scans wait in the journal: the stream')).toBe(1)
    expect(JSON.stringify(lines)).toContain(why)
    expect(segments()).toEqual([file])
  })

  test('a segment that the server takes in no message is imported by its own machine, under the same id', async () => {
    const small = await startOther({ config: 'max_payload: 4096' })
    const codeId = randomUUID()
    const file = leaveSegment(...Array.from({ length: 50 }, () => aScan(codeId)))
    leaveSegment(aScan(codeId))
    const publisher = await startPublisher(systemClock, small.url)
    await publisher.drain()
    await countImported(storage.database())
    expect(await countOf(codeId)).toBe(50)
    expect((await openStream(small.url).figures()).waiting).toBe(1)
    // As if it had been published by a version, or to a server, that takes it.
    await publishAll()
    const { batchId } = parseSegmentName(file) ?? { batchId: '' }
    await jetstream(admin).publish(NAME, frameOf(Array(50).fill(aScan(codeId))), { msgID: batchId })
    await importAll()
    expect(await countOf(codeId)).toBe(50)
  })

  test('times of a machine whose clock is wrong are corrected by the machine that imports them', async () => {
    const clock = new FakeClock()
    const present = clock.now().getTime()
    const at = present - 60_000
    leaveSegment(aScan(randomUUID(), { at }))
    await publishAll()
    clock.advance(YEAR_MS)
    leaveSegment(aScan(randomUUID(), { at: at + YEAR_MS }))
    await publishAll(clock)
    await importAll()
    const rows = await storage.database().db.select().from(scanRows).orderBy(asc(scanRows.isTimeCorrected))
    expect(rows.map(({ isTimeCorrected }) => isTimeCorrected)).toEqual([false, true])
    for (const row of rows) expect(Math.abs(row.at.getTime() - at)).toBeLessThan(60_000)
  })
})
