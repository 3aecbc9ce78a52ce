import { createHash } from 'node:crypto'
import { isNotNull, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '../../../platform/db/database'
import { FairQueue } from '../../../platform/fair-queue/fair-queue'
import type { FileStore } from '../../../platform/files/file-store'
import { type ListRecorded, recordedIn } from '../../../platform/files/recorded-file'
import type { Log } from '../../../platform/logging'
import { Bytes, openWorkerPool } from '../../../platform/workers/pool'
import { workerEntry } from '../../../platform/workers/worker-entry'
import { pdfVersions } from '../table'
import { beginPage, type PdfVersionRow, setPage } from '../version-repository'
import type { DrawnPage } from './thumbnail-worker'

/** Long, because a busy machine is no reason to leave a picture out. */
const DRAW_WITHIN_MS = 120_000
/** What one file may take: processor time, and all memory of the process. */
const MAX_CPU_MS = 5_000
const MEMORY_MB = 208

/** A few words for each that waits; those beyond are drawn by the cleanup. */
const DRAWING = {
  name: 'pdf-pages',
  running: 1,
  runningOfLane: 1,
  waiting: 2_000,
  waitingOfLane: 100,
  waitMs: 30 * 60_000,
}

/** The image of the first page is stored beside the files, under the id of its file. */
export const pageKeyOf = ({ fileId }: { fileId: string }): string =>
  `${PAGE_FOLDER}/${fileId.slice(0, 2)}/${fileId}`
export const PAGE_FOLDER = 'pdf-pages'

export const listPages: ListRecorded = recordedIn({
  table: pdfVersions,
  id: pdfVersions.id,
  key: sql<string>`${`${PAGE_FOLDER}/`} || left(${pdfVersions.fileId}, 2) || '/' || ${pdfVersions.fileId}`,
  size: pdfVersions.pageBytes,
  sha256: pdfVersions.pageSha256,
  where: isNotNull(pdfVersions.pageSha256),
})

type Drawn = Pick<PdfVersionRow, 'id' | 'fileId' | 'key'>

/** Draws first pages, of each account in turn, in a process with little memory and time. A file that cannot be drawn has no picture, that is all. */
export interface FirstPages {
  /** Tries once for each version, unless too many wait; resolves when it is done, however it ended. */
  draw(version: Drawn): Promise<void>
  close(): Promise<void>
}

/** A side of the picture; larger than any that is drawn. */
const Side = z.number().int().min(1).max(4_096)
const RESULTS = {
  drawFirstPage: z.object({ bytes: Bytes, width: Side, height: Side }),
} satisfies { drawFirstPage: z.ZodType<DrawnPage> }

export function openFirstPages({
  database,
  files,
  log,
}: {
  database: Database
  files: FileStore
  log: Log
}): FirstPages {
  const pool = openWorkerPool('pdf-pages', workerEntry(import.meta.url, 'thumbnail-worker'), RESULTS, {
    processes: 1,
    memoryMb: MEMORY_MB,
    cpuMs: MAX_CPU_MS,
  })
  // One after the other: each holds a whole file in memory.
  const turns = new FairQueue(DRAWING)

  async function draw(version: Drawn): Promise<void> {
    // Said first: a file that takes the process along is not tried again.
    if (!(await beginPage(database.db, version.id))) return
    const bytes = await files.read(version.key)
    if (!bytes) return
    const page = await pool.run('drawFirstPage', new Uint8Array(bytes), DRAW_WITHIN_MS)
    await files.write(pageKeyOf(version), page.bytes)
    await setPage(database.db, version.id, {
      pageWidth: page.width,
      pageHeight: page.height,
      pageBytes: page.bytes.length,
      pageSha256: createHash('sha256').update(page.bytes).digest('hex'),
    })
  }

  return {
    draw: (version) =>
      turns
        .run(() => draw(version))
        .catch((err) =>
          log.info({ err, version: version.id }, 'the first page of a PDF could not be rendered'),
        ),
    async close() {
      turns.close()
      await pool.close()
    },
  }
}
