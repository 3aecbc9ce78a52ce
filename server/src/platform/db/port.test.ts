import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { testDatabase } from '../../testing/database'
import { SERVER_URL } from '../../testing/engine'
import { AppError } from '../app-error'
import { inLane } from '../fair-queue/lane'
import { nextTurn } from '../next-turn'
import { copy } from './copy'
import { type Database, type Db, query } from './database'
import { ENGINE, embeddedDatabase, startEngine } from './embedded/embedded-database'
import { vacuumNextTable } from './embedded/maintenance'
import { connectOnce, postgresDatabase } from './postgres/postgres-database'
import { preparedStatement } from './prepared-statement'
import { QueryError, sqlState } from './query-error'

const storage = testDatabase()
const isPostgres = SERVER_URL !== null

let opened: Database[] = []
afterEach(async () => {
  await Promise.all(opened.map((database) => database.close()))
  opened = []
})

function serverUrl(): string {
  if (SERVER_URL === null) throw new Error('only on PostgreSQL')
  return SERVER_URL
}

/** Another port over the run's PostgreSQL server, with the limits that a test is about. */
function onServer(limits: { statementMs: number; waitMs: number }, poolSize = 10): Database {
  const database = postgresDatabase({
    databaseUrl: serverUrl(),
    replicaUrl: null,
    limits,
    poolSize,
  })
  opened.push(database)
  return database
}

const insertImage = (id: string) =>
  sql`insert into images (id, user_id, key, type, size, sha256) values (${id}, 'u', 'k', 'image/png', 1, 's')`
/** Copies rows that the server does not finish: it evaluates `expression` for each. */
async function copyWhile(tx: Db, expression: string): Promise<void> {
  await tx.execute(
    sql.raw(`create temporary table marks (n int2, mark text default (${expression})::text) on commit drop`),
  )
  // One field of two bytes, 1.
  const row = Buffer.from([0, 1, 0, 0, 0, 2, 0, 1])
  await copy(tx, 'marks', ['n'], [Buffer.concat(Array<Buffer>(50_000).fill(row))])
}

const countImages = async () => {
  const [row] = await query<{ n: bigint }>(storage.database().db, sql`select count(*) as n from images`)
  return row?.n
}

test('a transaction commits its rows, or none when its work fails', async () => {
  const database = storage.database()
  await database.transaction((tx) => tx.execute(insertImage('one')))
  const failed = database.transaction(async (tx) => {
    await tx.execute(insertImage('two'))
    throw new AppError('ExceedLimitation')
  })
  await expect(failed).rejects.toThrow('ExceedLimitation')
  expect(await countImages()).toBe(1n)
})

test('a transaction in which a statement failed cannot end as if it had succeeded', async () => {
  const swallowed = storage.database().transaction(async (tx) => {
    await tx.execute(insertImage('one'))
    await tx.execute(insertImage('one')).catch(() => {})
  })
  await expect(swallowed).rejects.toSatisfy((error) => sqlState(error) === '25P02')
  expect(await countImages()).toBe(0n)
})

test('a savepoint takes back its own part only', async () => {
  await storage.database().transaction(async (tx) => {
    await tx.execute(insertImage('one'))
    await tx
      .transaction(async (part) => {
        await part.execute(insertImage('two'))
        await part.execute(insertImage('one'))
      })
      .catch(() => {})
  })
  expect(await countImages()).toBe(1n)
})

test('a prepared statement takes new values in each transaction, in a part of one, and outside', async () => {
  const database = storage.database()
  const double = preparedStatement<{ n: number }, { doubled: number }>(
    'double',
    sql`select ${sql.placeholder('n')}::int4 * 2 as doubled`,
  )
  const doubled = async (n: number, db = database.db) => (await double(db, { n }))[0]?.doubled
  expect(await doubled(1)).toBe(2)
  for (const n of [2, 3]) {
    await database.transaction(async (tx) => {
      expect(await doubled(n, tx)).toBe(2 * n)
      await tx.transaction(async (part) => expect(await doubled(n + 10, part)).toBe(2 * (n + 10)))
    })
  }
})

test('serialization failures and deadlocks are tried three times in all, other errors once', async () => {
  for (const [state, attempts] of [
    ['40001', 3],
    ['40P01', 3],
    ['23505', 1],
  ] as const) {
    let tries = 0
    const failing = storage.database().transaction(async (tx) => {
      tries++
      await tx.execute(insertImage(`try-${tries}`))
      await tx.execute(sql.raw(`do $$ begin raise exception 'lost' using errcode = '${state}'; end $$`))
    })
    await expect(failing).rejects.toSatisfy((error) => sqlState(error) === state)
    expect(tries).toBe(attempts)
  }
  expect(await countImages()).toBe(0n)
})

test('inside a transaction only its handle may be used; afterwards the database again', async () => {
  const database = storage.database()
  await database.transaction(async () => {
    await expect(database.db.execute(sql`select 1`)).rejects.toThrow(/only its handle/)
    await expect(database.transaction(async () => {})).rejects.toThrow(/only its handle/)
  })
  await database.db.execute(sql`select 1`)
})

test('a committed notification reaches the subscribers, one rolled back does not, and none after the unsubscribe', async () => {
  const database = storage.database()
  const payloads: string[] = []
  const waiting: (() => void)[] = []
  const unsubscribe = await database.listen('test_channel', (payload) => {
    payloads.push(payload)
    waiting.shift()?.()
  })
  const arrival = () => new Promise<void>((resolve) => waiting.push(resolve))
  const notify = (payload: string) => sql`select pg_notify('test_channel', ${payload})`
  const first = arrival()
  await database
    .transaction(async (tx) => {
      await tx.execute(notify('rolled back'))
      throw new AppError('Conflict')
    })
    .catch(() => {})
  await database.transaction((tx) => tx.execute(notify('in a transaction')))
  await first
  const second = arrival()
  await database.db.execute(notify('alone'))
  await second
  await unsubscribe()
  const other = await database.listen('other_channel', () => waiting.shift()?.())
  await database.db.execute(notify('unheard'))
  const last = arrival()
  await database.db.execute(sql`select pg_notify('other_channel', 'x')`)
  await last
  await other()
  expect(payloads).toEqual(['in a transaction', 'alone'])
})

test('a ping is answered', async () => {
  await storage.database().ping()
})

test.skipIf(isPostgres)(
  'the engine is the one that is recorded beside the data, and keeps its commits',
  async () => {
    const { db } = storage.database()
    const { default: manifest } = await import('../../../package.json')
    expect(manifest.dependencies['@electric-sql/pglite']).toBe(ENGINE.pglite)
    const [row] = await query(
      db,
      sql`select current_setting('server_version_num')::int / 10000 as major,
      current_setting('synchronous_commit') as commit`,
    )
    expect(row).toEqual({ major: ENGINE.postgresMajor, commit: 'on' })
  },
)

test.skipIf(isPostgres)('a table with many dead rows is tidied, one at a time', async () => {
  const { db } = storage.database()
  await db.execute(
    sql`insert into scan_counters (code_id) select gen_random_uuid() from generate_series(1, 200)`,
  )
  for (let round = 0; round < 3; round++) await db.execute(sql`update scan_counters set scans = scans + 1`)
  expect(await vacuumNextTable(db)).toBe('scan_counters')
  expect(await vacuumNextTable(db)).not.toBe('scan_counters')
})

test.skipIf(isPostgres)(
  'a request that waits too long for the embedded engine is refused and has done nothing; a job waits longer',
  async () => {
    const engine = await startEngine({ folder: 'memory://' })
    const database = embeddedDatabase(engine, { statementMs: 1000, waitMs: 200 }, async () => {})
    opened.push(database)
    await database.db.execute(sql`create table marks (n int)`)
    let finish = () => {}
    const long = database.transaction(() => new Promise<void>((resolve) => (finish = resolve)))
    const insert = async (n: number) => database.db.execute(sql`insert into marks values (${n})`)
    const job = insert(2)
    const refused: unknown = await inLane('somebody', () => insert(1)).catch((error) => error)
    finish()
    await Promise.all([long, job])
    expect(refused).toMatchObject({ code: 'ServiceUnavailable' })
    expect((refused as AppError).cause).toHaveProperty(
      'message',
      'the embedded database was busy for 1000 ms',
    )
    expect(await query(database.db, sql`select n from marks`)).toEqual([{ n: 2 }])
  },
)

test.runIf(isPostgres)(
  'a statement over its time and a wait for a connection end as ServiceUnavailable',
  async () => {
    const database = onServer({ statementMs: 50, waitMs: 5000 })
    const refused = await database.db.execute(sql`select pg_sleep(60)`).catch((error) => error)
    expect(refused).toMatchObject({ code: 'ServiceUnavailable', cause: expect.any(QueryError) })
    expect(sqlState(refused)).toBe('57014')
    await database.transaction((tx) => tx.execute(sql`select pg_sleep(0.2)`), { statementTimeoutMs: null })
    const copied = await database.transaction((tx) => copyWhile(tx, 'pg_sleep(60)')).catch((error) => error)
    expect(copied).toMatchObject({ code: 'ServiceUnavailable' })
    expect(sqlState(copied)).toBe('57014')

    const crowded = onServer({ statementMs: 60_000, waitMs: 1000 })
    let finish = () => {}
    const released = new Promise<void>((resolve) => (finish = resolve))
    const one = async () => crowded.db.execute(sql`select 1`)
    // A third is left by jobs, and none of it to a lane that has it.
    const jobs = Array.from({ length: 7 }, () => crowded.transaction(() => released))
    await expect(one()).rejects.toMatchObject({ code: 'ServiceUnavailable' })
    const hold = () => crowded.transaction(() => released)
    const flood = Array.from({ length: 2 }, () => inLane('flood', hold))
    await inLane('other', one)
    const holders = [...jobs, ...flood, inLane('flood', hold)]
    await expect(inLane('other', one)).rejects.toMatchObject({ code: 'ServiceUnavailable' })
    finish()
    await Promise.all(holders)
  },
)

test.runIf(isPostgres)(
  'a lost connection ends as ServiceUnavailable, and the next call has a new one',
  async () => {
    const database = onServer({ statementMs: 20_000, waitMs: 20_000 })
    const failed = database.transaction(async (tx) => {
      await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`).catch(() => {})
      await tx.execute(sql`select 1`)
    })
    await expect(failed).rejects.toMatchObject({ code: 'ServiceUnavailable' })
    await database.ping()
    const copied = database.transaction((tx) => copyWhile(tx, 'pg_terminate_backend(pg_backend_pid())'))
    await expect(copied).rejects.toMatchObject({ code: 'ServiceUnavailable' })
    await database.ping()
  },
)

test.runIf(isPostgres)('a database that is found to be read-only while it is closed is closed', async () => {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => {
    vi.useRealTimers()
    process.off('unhandledRejection', unhandled)
  })
  const database = onServer({ statementMs: 20_000, waitMs: 20_000 }, 1)
  await database.db.execute(sql`set default_transaction_read_only = on`)
  let begin = () => {}
  const begun = new Promise<void>((resolve) => (begin = resolve))
  let finish = () => {}
  const released = new Promise<void>((resolve) => (finish = resolve))
  const holder = database.transaction(() => {
    begin()
    return released
  })
  await begun
  // The check waits for the only connection.
  vi.advanceTimersByTime(2_000)
  expect(database.use().waiting).toBe(1)
  finish()
  await holder
  await opened.pop()?.close()
  await nextTurn()
  expect(unhandled).not.toHaveBeenCalled()
})

test.runIf(isPostgres)('a listener that was cut off connects again and tells of the gap', async () => {
  const database = onServer({ statementMs: 20_000, waitMs: 20_000 })
  let onNotification = (_payload: string) => {}
  await database.listen('gap_channel', (payload) => onNotification(payload))
  const gap = new Promise<string>((resolve) => (onNotification = resolve))
  const admin = await connectOnce(serverUrl())
  try {
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'scanleaf listener'
      and query like '%gap_channel%'`)
    expect(await gap).toBe('')
    const notification = new Promise<string>((resolve) => (onNotification = resolve))
    await admin.query(`select pg_notify('gap_channel', 'again')`)
    expect(await notification).toBe('again')
  } finally {
    const ended = once(admin, 'end')
    await admin.end()
    await ended
  }
})

test.runIf(isPostgres)('a channel that is added while the listener connects again is heard', async () => {
  const database = onServer({ statementMs: 20_000, waitMs: 20_000 })
  // To listen to them again takes a while, in which others are added.
  for (let channel = 0; channel < 100; channel++) await database.listen(`again_${channel}`, () => {})
  let isBack = false
  await database.listen('again_last', () => {
    isBack = true
  })
  const admin = await connectOnce(serverUrl())
  try {
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'scanleaf listener'
      and query like '%again_last%'`)
    const added = new Set<string>()
    const heard = new Set<string>()
    for (let number = 0; !isBack; number++) {
      const channel = `added_${number}`
      const onPayload = (payload: string) => payload === 'hello' && heard.add(channel)
      // One whose statement was on the connection that broke is refused.
      if (number < 500)
        await database.listen(channel, onPayload).then(
          () => added.add(channel),
          () => {},
        )
      await pause(5)
    }
    await admin.query(`select pg_notify(channel, 'hello') from unnest($1::text[]) channel`, [[...added]])
    await expect.poll(() => heard).toEqual(added)
  } finally {
    const ended = once(admin, 'end')
    await admin.end()
    await ended
  }
})
