import type { BatchRowOutcome, CodeBatch, CodeBatches, CodeBatchRow } from '@scanleaf/shared'
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { api } from '../../lib/api/api'
import { fetchFile, saveFile } from '../../lib/api/download'
import { putData } from '../../lib/api/query-client'
import type { RowInput } from './state/row-fields'

const PATH = '/gateway/api/qrcode/code-batches'
const pathOf = (id: string) => `${PATH}/${encodeURIComponent(id)}`

/** The schemas come with the first call, not with the first screen. */
const schemas = () => import('./response-schemas')
const one = async () => (await schemas()).BatchResponse

const ALL = 'code-batches'
/** Codes change with a batch: lists and popups of all tabs are fetched again. */
const meta = { changes: 'user-codes' }

/** While rows are done or undone the progress is asked for once a second. */
const POLL_MS = 1000
export const isMoving = ({ state }: CodeBatch): boolean => state === 'running' || state === 'undoing'

export const batchQuery = (id: string) =>
  queryOptions({
    queryKey: [ALL, 'one', id],
    queryFn: async ({ signal }) => (await api.get(pathOf(id), one, { signal })).result,
    refetchInterval: ({ state: { data } }) => (data && isMoving(data) ? POLL_MS : false),
  })

/** The newest batches, then older ones. */
const RECENT = 5

export const recentQuery = infiniteQueryOptions({
  queryKey: [ALL, 'recent'],
  queryFn: ({ pageParam, signal }) =>
    api.get(PATH, async () => (await schemas()).BatchesResponse, {
      query: { limit: RECENT, cursor: pageParam },
      signal,
    }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ meta: { nextCursor } }: CodeBatches) => nextCursor ?? undefined,
  refetchInterval: ({ state: { data } }) =>
    data?.pages.some(({ result }) => result.some(isMoving)) ? POLL_MS : false,
})

const chunkQuery = (id: string, outcome: BatchRowOutcome | undefined, cursor: number | undefined) =>
  queryOptions({
    queryKey: [ALL, 'rows', id, outcome ?? 'all', cursor ?? 0],
    queryFn: ({ signal }) =>
      api.get(`${pathOf(id)}/rows`, async () => (await schemas()).RowsResponse, {
        query: { outcome, cursor },
        signal,
      }),
  })

/**
 * The rows of a batch in a span of them, counted from 0, of one outcome or of all. A cursor is the row before: without an
 * outcome every row has its place, with one the chunks are read from the first on.
 */
export const rowsQuery = (id: string, outcome: BatchRowOutcome | undefined, from: number, length: number) =>
  queryOptions({
    queryKey: [ALL, 'rows', id, outcome ?? 'all', 'span', from, length],
    queryFn: async ({ client }): Promise<CodeBatchRow[]> => {
      if (outcome === undefined) {
        const chunk = await client.fetchQuery(chunkQuery(id, undefined, from || undefined))
        return chunk.result.slice(0, length)
      }
      const rows: CodeBatchRow[] = []
      let cursor: number | null | undefined
      while (cursor !== null && rows.length < from + length) {
        const chunk: Awaited<ReturnType<typeof fetchChunk>> = await fetchChunk(client, id, outcome, cursor)
        rows.push(...chunk.result)
        cursor = chunk.meta.nextCursor
      }
      return rows.slice(from, from + length)
    },
  })

const fetchChunk = (
  client: QueryClient,
  id: string,
  outcome: BatchRowOutcome | undefined,
  cursor: number | undefined,
) => client.fetchQuery(chunkQuery(id, outcome, cursor))

/** All rows of one outcome. */
export async function fetchRows(client: QueryClient, id: string, outcome: BatchRowOutcome) {
  const rows: CodeBatchRow[] = []
  let cursor: number | null | undefined
  while (cursor !== null) {
    const chunk: Awaited<ReturnType<typeof fetchChunk>> = await fetchChunk(client, id, outcome, cursor)
    rows.push(...chunk.result)
    cursor = chunk.meta.nextCursor
  }
  return rows
}

/** A dry run. The same key makes the same batch, however often it is sent. */
export const createBatch = async (body: object, key: string): Promise<CodeBatch> =>
  (await api.post(PATH, body, one, { headers: { 'idempotency-key': key } })).result

export interface StartChoice {
  mode: 'all' | 'valid'
  scanAnyway: boolean
  /** Leaves rows out of which there is a code already. */
  leavesOutKnown?: boolean
}

export const startBatch = async (id: string, choice: StartChoice): Promise<CodeBatch> =>
  (await api.post(`${pathOf(id)}/start`, choice, one)).result

export const undoBatch = async (id: string): Promise<CodeBatch> =>
  (await api.post(`${pathOf(id)}/undo`, {}, one)).result

/** Starts, stops or undoes a batch; what it gives is shown at once. */
export function useBatchAction<Input = void>(act: (input: Input) => Promise<CodeBatch>) {
  const client = useQueryClient()
  return useMutation({
    meta,
    mutationFn: act,
    onSuccess: (batch) => {
      putData(client, batchQuery(batch.id).queryKey, batch)
      void client.invalidateQueries({ queryKey: [ALL, 'rows', batch.id] })
      void client.invalidateQueries({ queryKey: recentQuery.queryKey })
    },
  })
}

export const stopBatch = async (id: string): Promise<CodeBatch> =>
  (await api.post(`${pathOf(id)}/stop`, {}, one)).result

/** Judges a refused row anew with other values. */
export function useMendRow(batchId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ row, input }: { row: number; input: RowInput }) =>
      (await api.patch(`${pathOf(batchId)}/rows/${row}`, input, async () => (await schemas()).MendedResponse))
        .result,
    onSuccess: async ({ batch }) => {
      putData(client, batchQuery(batchId).queryKey, batch)
      await client.invalidateQueries({ queryKey: [ALL, 'rows', batchId] })
    },
  })
}

/** Saves what became of each row as a CSV file. */
export const useResultFile = ({ id, kind }: CodeBatch) =>
  useMutation({
    mutationFn: () => fetchFile(`${pathOf(id)}/result.csv`),
    onSuccess: (file) => saveFile(file, `${kind}-${id.slice(0, 8)}.csv`),
  })
