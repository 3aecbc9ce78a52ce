import type { Database } from '../../platform/db/database'
import type { FileStore } from '../../platform/files/file-store'
import type { Log } from '../../platform/logging'
import { openWorkerPool } from '../../platform/workers/pool'
import type { DrawnPage } from './first-page-worker'
import { beginPage, type PdfVersionRow, setPage } from './version-repository'

/** For a thread that has to load the library first, on a busy machine. */
const START_WITHIN_MS = 120_000
const DRAW_WITHIN_MS = 10_000
const HEAP_LIMIT_MB = 256

/** The picture of the first page lies beside the files, under the id of its file. */
export const pageKeyOf = ({ fileId }: { fileId: string }): string =>
  `${PAGE_FOLDER}/${fileId.slice(0, 2)}/${fileId}`
export const PAGE_FOLDER = 'pdf-pages'

type Drawn = Pick<PdfVersionRow, 'id' | 'fileId' | 'key'>

/** Draws first pages in a thread with little memory and time. A file that cannot be drawn has no picture, that is all. */
export interface FirstPages {
  /** Tries once for each version; resolves when it is done, however it ended. */
  draw(version: Drawn): Promise<void>
  close(): Promise<void>
}

export function openFirstPages({
  database,
  files,
  log,
}: {
  database: Database
  files: FileStore
  log: Log
}): FirstPages {
  const pool = openWorkerPool(workerEntry(), { threads: 1, heapLimitMb: HEAP_LIMIT_MB })
  // One after the other: each holds a whole file in memory.
  let last: Promise<void> = Promise.resolve()

  async function draw(version: Drawn): Promise<void> {
    // Said first: a file that takes the process along is not tried again.
    if (!(await beginPage(database.db, version.id))) return
    const bytes = await files.read(version.key)
    if (!bytes) return
    await pool.run('warmUp', null, START_WITHIN_MS)
    const page = await pool.run<DrawnPage>('drawFirstPage', new Uint8Array(bytes), DRAW_WITHIN_MS)
    await files.write(pageKeyOf(version), page.bytes)
    await setPage(database.db, version.id, page)
  }

  return {
    draw(version) {
      last = last
        .then(() => draw(version))
        .catch((err) => log.info({ err, version: version.id }, 'the first page of a PDF cannot be drawn'))
      return last
    },
    close: () => pool.close(),
  }
}

/** In production the bundle beside ours; in the source tree a thread has to load TypeScript by itself. */
function workerEntry(): URL {
  const isSource = import.meta.url.endsWith('.ts')
  return new URL(isSource ? './first-page-worker.source.mjs' : './first-page-worker.js', import.meta.url)
}
