import type { Language } from '@scanleaf/shared'
import { type Sheet, TableError, type TableProblem } from '@scanleaf/shared/tables'
import { readTable, type TableSource } from './read-table'

export type ReadReply = { sheets: Sheet[] } | { problem: TableProblem; row: number | undefined }

export interface ReadRequest {
  source: TableSource
  language: Language
}

self.addEventListener('message', ({ data: { source, language } }: MessageEvent<ReadRequest>) => {
  const reply = (message: ReadReply) => self.postMessage(message)
  readTable(source, language).then(
    (sheets) => reply({ sheets }),
    (error: unknown) =>
      reply(
        error instanceof TableError
          ? { problem: error.problem, row: error.row }
          : { problem: 'broken', row: undefined },
      ),
  )
})
