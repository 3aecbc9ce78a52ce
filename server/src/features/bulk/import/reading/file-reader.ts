import { MAX_BULK_ROWS } from '@scanleaf/shared'
import { MAX_TABLE_COLUMNS, TABLE_PROBLEMS, TEXT_ENCODINGS } from '@scanleaf/shared/tables'
import * as z from 'zod'
import { AppError } from '../../../../platform/app-error'
import type { ReceivedFile } from '../../../../platform/files/file-store'
import { openWorkerPool } from '../../../../platform/workers/pool'
import { workerEntry } from '../../../../platform/workers/worker-entry'
import { TaskLimitError } from '../../../../platform/workers/worker-process'
import type { FileContent, ReadOptions } from './read-file'

/** Waiting included: on a busy machine the last of many has to come to its turn. */
const TIMEOUT_MS = 25_000
/** What one file may take: processor time, all memory of the process, and bytes of its table. */
const LIMITS = { processes: 1, memoryMb: 208, cpuMs: 5_000, maxAnswerBytes: 32 * 1024 * 1024 }

/** Hundreds of thousands in a table: checked in a loop, which takes a tenth of the time. */
const Cells = z.custom<string[]>(
  (cells) =>
    Array.isArray(cells) &&
    cells.length <= MAX_TABLE_COLUMNS &&
    cells.every((cell) => typeof cell === 'string'),
)
const Row = z.object({ at: z.number().nullable(), cells: Cells })
const FileTable = z.object({
  headers: Cells,
  rows: z.array(Row).max(MAX_BULK_ROWS),
})
const RESULTS = {
  read: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('table'),
      encoding: z.enum(TEXT_ENCODINGS).nullable(),
      table: FileTable,
    }),
    z.object({ kind: z.literal('codes'), codes: z.array(z.unknown()).max(MAX_BULK_ROWS) }),
    z.object({
      kind: z.literal('problem'),
      problem: z.enum([...TABLE_PROBLEMS, 'too-deep']),
      row: z.number().nullable(),
      column: z.string().exactOptional(),
    }),
  ]),
} satisfies { read: z.ZodType<FileContent> }

/** Reads files of other services one at a time, in a process that is killed by itself when one of them takes too much. */
export interface FileReader {
  /** @throws AppError TooManyAtOnce and ServiceUnavailable when too many wait */
  read(file: ReceivedFile, options: ReadOptions): Promise<FileContent>
  close(): Promise<void>
}

/** Opens nothing yet: the process starts with the first file. */
export function openFileReader(): FileReader {
  const pool = openWorkerPool('imports', workerEntry(import.meta.url, 'import-worker'), RESULTS, LIMITS)
  return {
    async read({ path }, options) {
      try {
        return await pool.run('read', { path, options }, TIMEOUT_MS)
      } catch (error) {
        if (!(error instanceof AppError && error.cause instanceof TaskLimitError)) throw error
        return { kind: 'problem', problem: 'too-slow', row: null }
      }
    },
    close: () => pool.close(),
  }
}
