import type { Clock } from '../../../platform/clock'
import type { Database } from '../../../platform/db/database'
import type { FileStore } from '../../../platform/files/file-store'
import type { Log } from '../../../platform/logging'
import { earliestNow } from '../../../platform/trusted-clock'
import { deleteOrphanFiles, type UploadedFiles, uploadedFiles } from '../../media'
import { versionsKeptSince } from '../replace-file'
import { type FirstPages, openFirstPages, PAGE_FOLDER, pageKeyOf } from '../thumbnail/thumbnails'
import {
  deleteOfPurged,
  deleteReplacedBefore,
  findUnused,
  findUsed,
  findWithoutThumbnail,
} from './repository'

const AT_ONCE = 100
const HOUR_MS = 3_600_000
/** A file that no code uses is kept for a day. */
const UNUSED_FOR_MS = 24 * HOUR_MS
/** The process that stored a file renders its first page; after this the worker does. */
const UNDRAWN_FOR_MS = 60_000
/** Not in the first seconds of a process, which has more urgent work. */
const FIRST_AFTER_MS = 30_000

interface CleanupDependencies {
  database: Database
  files: FileStore
  clock: Clock
}

/**
 * Deletes what nobody can reach any more: versions after 30 days, files of codes that were deleted for good, files
 * without a code after a day, files without a row. Everything is checked again on deletion, so several processes may clean up.
 */
export async function cleanUpPdfs(dependencies: CleanupDependencies): Promise<void> {
  const { database, files, clock } = dependencies
  const uploads = uploadedFiles(dependencies)
  const now = await earliestNow(database, clock)
  const dayAgo = new Date(now.getTime() - UNUSED_FOR_MS)
  await removeAll(uploads, files, () => deleteReplacedBefore(database.db, versionsKeptSince(now), AT_ONCE))
  await removeAll(uploads, files, () => deleteOfPurged(database.db, AT_ONCE))
  await removeUnused(uploads, () => findUnused(database.db, dayAgo, AT_ONCE))
  await deleteOrphanFiles(dependencies)
  await cleanUpPages(dependencies, dayAgo)
}

async function removeAll(
  uploads: UploadedFiles,
  files: FileStore,
  take: () => Promise<{ fileId: string }[]>,
): Promise<void> {
  for (let some = await take(); some.length > 0; some = await take()) {
    for (const version of some) {
      await uploads.remove(version.fileId)
      await files.remove(pageKeyOf(version))
    }
  }
}

/** One that a code took at this very moment stays: the database refuses to part them. */
async function removeUnused(uploads: UploadedFiles, find: () => Promise<string[]>): Promise<void> {
  for (let some = await find(), removed = 1; some.length > 0 && removed > 0; some = await find()) {
    removed = 0
    for (const id of some) {
      await uploads.remove(id).then(
        () => removed++,
        () => {},
      )
    }
  }
}

/** Pictures of files that are gone. */
async function cleanUpPages({ database, files }: CleanupDependencies, before: Date): Promise<void> {
  for await (const { key, modifiedAt } of files.list(PAGE_FOLDER)) {
    if (modifiedAt >= before) continue
    const fileId = key.slice(key.lastIndexOf('/') + 1)
    if ((await findUsed(database.db, [fileId])).length === 0) await files.remove(key)
  }
}

/** Pictures that a process ended before it drew. */
async function drawMissing(database: Database, firstPages: FirstPages, now: Date): Promise<void> {
  const before = new Date(now.getTime() - UNDRAWN_FOR_MS)
  for (const version of await findWithoutThumbnail(database.db, before, AT_ONCE))
    await firstPages.draw(version)
}

/** Cleans up in the background, every hour. */
export function startPdfCleanup(dependencies: CleanupDependencies & { log: Log }): {
  close(): Promise<void>
} {
  const { database, clock, log } = dependencies
  const firstPages = openFirstPages(dependencies)
  let running: Promise<void> = Promise.resolve()
  let timer = setTimeout(cleanUp, FIRST_AFTER_MS)

  function cleanUp(): void {
    running = drawMissing(database, firstPages, clock.now())
      .then(() => cleanUpPdfs(dependencies))
      .catch((err) => log.warn({ err }, 'orphaned files could not be deleted'))
      .then(() => {
        timer = setTimeout(cleanUp, HOUR_MS)
        timer.unref()
      })
  }
  timer.unref()
  return {
    async close() {
      clearTimeout(timer)
      await firstPages.close()
      await running
      clearTimeout(timer)
    },
  }
}
