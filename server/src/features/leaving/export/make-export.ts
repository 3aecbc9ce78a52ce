import { createHash } from 'node:crypto'
import type { Language } from '@scanleaf/shared'
import { systemClock } from '../../../platform/clock'
import type { Database } from '../../../platform/db/database'
import type { ExportEntry, ExportOf, SmallEntry } from '../../../platform/export/entry'
import { zipOf } from '../../../platform/export/zip'
import type { FileStore } from '../../../platform/files/file-store'
import type { RepeatedJob } from '../../../platform/jobs'
import type { Log } from '../../../platform/logging'
import { queueMail } from '../../../platform/mail'
import { earliestNow } from '../../../platform/trusted-clock'
import { findOwner } from '../../workspaces'
import {
  beginNext,
  deleteExpired,
  deleteOlder,
  type ExportRow,
  failExport,
  finishExport,
  knownKeys,
  recordProgress,
} from './repository'

export const EXPORT_JOB = 'account-exports'
const FOLDER = 'exports'
const MAX_ATTEMPTS = 5
/** How often it is written while a part grows. */
const PROGRESS_BYTES = 16 * 1024 * 1024
/** Long enough that no attempt is between its file and its row. */
const ORPHAN_AFTER_MS = 86_400_000

export interface ExportDependencies {
  database: Database
  files: FileStore
  log: Log
  open: OpenParts
}

/** What each feature gives of an owner, and what an attempt opens for it. */
export type OpenParts = (attempt: { language: Language; userId: string }) => Promise<{
  parts: readonly ExportOf[]
  close(): Promise<void>
}>

/** Makes the exports that were asked for, and removes those that have expired. */
export const exportJob = (dependencies: ExportDependencies): RepeatedJob => ({
  name: EXPORT_JOB,
  everySeconds: 300,
  run: () => makeExports(dependencies),
})

export async function makeExports(dependencies: ExportDependencies): Promise<void> {
  const { database, files } = dependencies
  for (const key of await deleteExpired(database.db)) await files.remove(key)
  await removeOrphans(dependencies)
  for (let next = await beginNext(database.db); next; next = await beginNext(database.db))
    await makeExport(dependencies, next)
}

/**
 * One attempt: the file gets its place whole or not at all, under a key of this attempt alone, so that one that was killed
 * or overtaken leaves nothing that is taken for the export.
 */
async function makeExport(dependencies: ExportDependencies, attempt: ExportRow): Promise<void> {
  const { database, files, log } = dependencies
  if (attempt.attempt > MAX_ATTEMPTS) return failExport(database.db, attempt)
  const key = keyOf(attempt)
  const { parts, close } = await dependencies.open({
    ...{ language: attempt.language as Language, userId: attempt.userId },
  })
  const progress = { partsDone: 0, parts: parts.length, bytes: 0 }
  const hash = createHash('sha256')
  try {
    await recordProgress(database.db, attempt, progress)
    await files.writeStream(key, measured(zipOf(entries())))
  } catch (err) {
    log.error({ err, exportId: attempt.id }, 'an export could not be made; it is tried again later')
    throw err
  } finally {
    await close()
  }
  const sha256 = hash.digest('hex')
  const done = await database.transaction(async (tx) => {
    const row = await finishExport(tx, attempt, { key, bytes: progress.bytes, sha256 })
    if (!row) return null
    const owner = await findOwner(tx, row.userId)
    await queueMail(tx, {
      kind: 'export-ready',
      dedupeKey: `export-ready:${row.id}`,
      userId: owner?.userId ?? row.userId,
      address: null,
      language: row.language,
      values: {
        expiresAt: row.expiresAt?.toISOString() ?? '',
        ...(owner && !owner.isHome && { workspace: row.userId }),
      },
    })
    return deleteOlder(tx, row)
  })
  for (const nobodys of done ?? [key]) await files.remove(nobodys)
  for (let earlier = 1; earlier < attempt.attempt; earlier++)
    await files.remove(keyOf({ id: attempt.id, attempt: earlier }))

  async function* entries(): AsyncGenerator<ExportEntry | SmallEntry> {
    for (const [index, part] of parts.entries()) {
      yield* part(attempt.userId)
      progress.partsDone = index + 1
      await recordProgress(database.db, attempt, progress)
    }
  }

  async function* measured(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let told = 0
    for await (const chunk of bytes) {
      hash.update(chunk)
      progress.bytes += chunk.length
      if (progress.bytes - told >= PROGRESS_BYTES) {
        told = progress.bytes
        await recordProgress(database.db, attempt, progress)
      }
      yield chunk
    }
  }
}

const keyOf = ({ id, attempt }: Pick<ExportRow, 'id' | 'attempt'>): string => `${FOLDER}/${id}/${attempt}`

/** Files of attempts that were killed after their file had its place and before their row named it. */
async function removeOrphans({ database, files }: ExportDependencies): Promise<void> {
  const before = new Date((await earliestNow(database, systemClock)).getTime() - ORPHAN_AFTER_MS)
  for await (const key of orphansOf({ database, files }, before)) await files.remove(key)
}

/** Keys of files older than a time that belong to no export. */
export async function* orphansOf(
  { database, files }: Pick<ExportDependencies, 'database' | 'files'>,
  before: Date,
): AsyncGenerator<string> {
  for await (const { key, modifiedAt } of files.list(FOLDER))
    if (modifiedAt < before && !(await knownKeys(database.db, [key])).has(key)) yield key
}
