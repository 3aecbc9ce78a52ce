import { type Sheet, TableError, type TableProblem } from '@scanleaf/shared/tables'
import { readTable, type TableSource } from './read-table'

export type ReadReply = { sheets: Sheet[] } | { problem: TableProblem; row: number | undefined }

self.addEventListener('message', ({ data }: MessageEvent<TableSource>) => {
  const reply = (message: ReadReply) => self.postMessage(message)
  readTable(data).then(
    (sheets) => reply({ sheets }),
    (error: unknown) =>
      reply(
        error instanceof TableError
          ? { problem: error.problem, row: error.row }
          : { problem: 'broken', row: undefined },
      ),
  )
})
