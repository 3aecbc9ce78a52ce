import { sql } from 'drizzle-orm'
import { type Database, query } from '../../../platform/db/database'

/** No visitor waits for a fold, so its statements may take longer than those of requests. */
const LIMITS = { statementTimeoutMs: 10_000 }

export interface Folded {
  /** Rows that left the inbox; 0 when it is empty, null while another process folds. */
  taken: number | null
  /** The codes that people scanned. */
  counted: string[] | null
}

/** Takes at most that many scans out of the inbox into the log, and adds them up: scan_fold. */
export async function foldSome(database: Database, most: number): Promise<Folded> {
  const [folded] = await database.transaction(
    (tx) =>
      query<Folded & Record<string, unknown>>(tx, sql`select taken, counted from scan_fold(${most}::int)`),
    LIMITS,
  )
  if (!folded) throw new Error('a fold returned no row')
  return folded
}

/** How many are counted: figures of more rows would hold up whoever asks for them. */
const MAX_WAITING = 1_000_000

interface WaitingScans {
  /** At most `MAX_WAITING`. */
  count: number
  /** How long the oldest has waited since it was scanned, in seconds; 0 when none waits. */
  oldestSeconds: number
}

/** Scans that are safe and not yet counted. */
export async function readWaiting({ db }: Database): Promise<WaitingScans> {
  const [found] = await query<{ count: number; oldestSeconds: number }>(
    db,
    sql`select count(*)::float8 as count,
          coalesce(greatest(0, extract(epoch from now() - min(at))), 0)::float8 as "oldestSeconds"
        from (select at from scan_inbox limit ${MAX_WAITING}) as waiting`,
  )
  return found ?? { count: 0, oldestSeconds: 0 }
}
