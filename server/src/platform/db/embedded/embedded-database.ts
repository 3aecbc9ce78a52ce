import { setFlagsFromString } from 'node:v8'
import { PGlite, type Transaction } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { FairQueue } from '../../fair-queue/fair-queue'
import { nextTurn } from '../../next-turn'
import type { Database } from '../database'
import { type CopyIn, drizzleInTransaction, drizzleOver, type Execute } from '../drizzle-session'
import { translateError, unavailable } from '../query-error'
import { type Limits, PING_MS, within } from '../timeouts'
import { insideTransaction, refuseInsideTransaction, retried } from '../transaction'

// V8 frees code of WebAssembly that was compiled again while the engine runs, and sometimes finds its own list of that
// code wrong, which ends the process (nodejs/node#64500). Kept, it takes a few megabytes.
setFlagsFromString('--no-wasm-code-gc')

const asText = (value: string) => value

/** By type oid; Drizzle reads times from text, and raw queries get the same text as from PostgreSQL. */
const PARSERS = {
  20: (value: string) => BigInt(value), // int8
  1082: asText, // date
  1114: asText, // timestamp
  1184: asText, // timestamptz
  1186: asText, // interval
}

/** The engine that is pinned in package.json; a test compares. */
export const ENGINE = { pglite: '0.5.16', postgresMajor: 18 }

export interface EngineOptions {
  /** A folder, or `memory://`. */
  folder: string
  /** A dump of a whole data folder to start from. */
  dump?: Blob
}

export async function startEngine({ folder, dump }: EngineOptions): Promise<PGlite> {
  return PGlite.create({
    dataDir: folder,
    parsers: PARSERS,
    startParams: [...PGlite.defaultStartParams, ...SETTINGS.flatMap((setting) => ['-c', setting])],
    ...(dump && { loadDataDir: dump }),
  })
}

/**
 * - synchronous_commit: a commit returns after its WAL was handed to the kernel with write(2), so an acknowledged row
 *   outlives kill -9. Measured: with `on` none was lost, with `off` every row since the last checkpoint was. fsync is
 *   another matter: the engine's file system has none, with or without `-F`, so power loss is not covered.
 * - max_wal_size: a kill is followed by the replay of at most this much.
 * - temp_file_limit: a runaway sort fails before it fills the disk. statement_timeout has no effect in the engine.
 */
const SETTINGS = [
  'synchronous_commit=on',
  'max_wal_size=128MB',
  'shared_buffers=32MB',
  'temp_file_limit=256MB',
]

/**
 * How many times as long as for a connection a request waits for its turn: those of a lane that execute at once come here
 * one after the other.
 */
const PATIENCE = 5
/** The same for the program's own work. */
const BACKGROUND_PATIENCE = 30

/** The port over a started engine. */
export function embeddedDatabase(engine: PGlite, limits: Limits, afterClose: () => Promise<void>): Database {
  const { waitMs } = limits
  const turns = new FairQueue({
    ...{ name: 'database', running: 1, runningOfLane: 1, waitMs: PATIENCE * waitMs },
    // Jobs that begin together wait for each other, and nobody waits for them.
    waitMsOfBackground: BACKGROUND_PATIENCE * waitMs,
    ...{ waiting: Number.POSITIVE_INFINITY, waitingOfLane: Number.POSITIVE_INFINITY },
    late: (ms) => unavailable(new Error(`the embedded database was busy for ${ms} ms`)),
  })
  // A request with its statements runs to its end before the next one is read, in this thread: only once all that came
  // have been read, they can take turns.
  const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
    turns.run(async () => {
      await nextTurn()
      return work()
    })
  const db = drizzleOver((statement, params) => {
    refuseInsideTransaction()
    return inTurn(() => executeOn(engine)(statement, params))
  })
  return {
    engine: 'pglite',
    db,
    replica: db,
    replicaLag: null,
    transaction: (work) =>
      retried(() =>
        inTurn(async () => {
          try {
            return await engine.transaction((tx) =>
              insideTransaction(() => work(drizzleInTransaction(executeOn(tx), copyInto(tx)))),
            )
          } catch (error) {
            throw translateError(error)
          }
        }),
      ),
    listen: (channel, onPayload) => engine.listen(channel, onPayload),
    isListening: () => true,
    use: () => ({ busy: turns.running, idle: 1 - turns.running, waiting: turns.waiting }),
    ping: async () => {
      await within(PING_MS, db.execute(sql`select 1`))
    },
    close: async () => {
      await engine.close()
      await afterClose()
    },
  }
}

const executeOn =
  (engine: PGlite | Transaction): Execute =>
  async ({ text, rowMode }, params) => {
    const { rows, affectedRows } = await engine.query(text, params, { rowMode: rowMode ?? 'object' })
    return { rows, rowCount: affectedRows || rows.length }
  }

/** The engine reads the rows from a file that stands for the blob of a call. */
const copyInto =
  (tx: Transaction): CopyIn =>
  async (target, pieces) => {
    const blob = new Blob([...pieces] as Uint8Array<ArrayBuffer>[])
    await tx.query(`COPY ${target} FROM '/dev/blob' (FORMAT binary)`, [], { blob })
  }
