import { createHash } from 'node:crypto'
import { and, asc, gt, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../db/database'
import type { FileStore } from './file-store'

const AT_ONCE = 500

/** A stored file as the database knows it. */
export interface RecordedFile {
  key: string
  /** Bytes. */
  size: number
  /** In hexadecimal. */
  sha256: string
}

/** All stored files that a feature has a row of. */
export type ListRecorded = (db: Db) => AsyncIterable<RecordedFile>

interface Recorded {
  table: PgTable
  /** What the rows are in order of: a primary key. */
  id: PgColumn
  key: PgColumn | SQL<string>
  size: PgColumn
  sha256: PgColumn
  where?: SQL
}

/** Those of a table, with flat memory. */
export function recordedIn({ table, id, key, size, sha256, where }: Recorded): ListRecorded {
  return async function* (db) {
    for (let last: unknown = null; ; ) {
      const rows = await db
        .select({ id, key, size, sha256 })
        .from(table)
        .where(and(where, last === null ? undefined : gt(id, last)))
        .orderBy(asc(id))
        .limit(AT_ONCE)
      for (const row of rows)
        yield { key: row.key as string, size: row.size as number, sha256: row.sha256 as string }
      const end = rows.at(-1)
      if (!end || rows.length < AT_ONCE) return
      last = end.id
    }
  }
}

export interface FileDefect {
  key: string
  is: 'missing' | 'corrupt'
  detail: string
}

/** Reads every file that is recorded, and names those that are not what they were when they were stored. */
export async function* findDefects(
  files: Pick<FileStore, 'readStream'>,
  recorded: AsyncIterable<RecordedFile>,
): AsyncGenerator<FileDefect> {
  for await (const file of recorded) {
    const defect = await defectOf(files, file)
    if (defect) yield { key: file.key, ...defect }
  }
}

async function defectOf(
  files: Pick<FileStore, 'readStream'>,
  { key, size, sha256 }: RecordedFile,
): Promise<Pick<FileDefect, 'is' | 'detail'> | null> {
  const stream = await files.readStream(key)
  if (!stream) return { is: 'missing', detail: `${size} bytes are missing` }
  const hash = createHash('sha256')
  let found = 0
  try {
    for await (const chunk of stream) {
      hash.update(chunk)
      found += chunk.length
    }
  } catch (error) {
    if (!isUnreadable(error)) throw error
    return { is: 'corrupt', detail: `it cannot be read (${(error as NodeJS.ErrnoException).code})` }
  }
  if (found !== size) return { is: 'corrupt', detail: `found ${found} bytes, expected ${size}` }
  if (hash.digest('hex') === sha256) return null
  return { is: 'corrupt', detail: 'its SHA-256 differs from the stored one' }
}

/** The disk does not return the bytes of this one file, or something else is in its place. */
export const isUnreadable = (error: unknown): boolean => (error as NodeJS.ErrnoException).syscall === 'read'
