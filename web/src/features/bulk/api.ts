import type { BulkOutcome, BulkRow, BulkRun, BulkRuns, ImportVerdict } from '@scanleaf/shared'
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

export const PATH = '/gateway/api/qrcode/bulk-runs'
export const pathOf = (id: string) => `${PATH}/${encodeURIComponent(id)}`

/** The schemas come with the first call, not with the first screen. */
export const schemas = () => import('./response-schemas')
export const one = async () => (await schemas()).RunResponse

export const ALL = 'bulk-runs'
/** Codes change with a run: lists and popups of all tabs are fetched again. */
const meta = { changes: 'user-codes' }

/** While rows are done or undone the progress is requested once a second. */
const POLL_MS = 1000
export const isMoving = ({ state }: BulkRun): boolean => state === 'running' || state === 'undoing'

export const runQuery = (id: string) =>
  queryOptions({
    queryKey: [ALL, 'one', id],
    queryFn: async ({ signal }) => (await api.get(pathOf(id), one, { signal })).result,
    refetchInterval: ({ state: { data } }) => (data && isMoving(data) ? POLL_MS : false),
  })

/** The newest runs, then older ones. */
const RECENT = 5

/** @param isImport the files of other services, or all other runs */
export const recentQuery = (isImport: boolean) =>
  infiniteQueryOptions({
    queryKey: [ALL, 'recent', isImport],
    queryFn: ({ pageParam, signal }) =>
      api.get(PATH, async () => (await schemas()).RunsResponse, {
        query: { limit: RECENT, cursor: pageParam, isImport: String(isImport) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta: { nextCursor } }: BulkRuns) => nextCursor ?? undefined,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ result }) => result.some(isMoving)) ? POLL_MS : false,
  })

/** Which rows: those of an outcome or of a verdict, or all. */
export interface RowFilter {
  outcome?: BulkOutcome
  verdict?: ImportVerdict
}

const chunkQuery = (id: string, { outcome, verdict }: RowFilter, cursor: number | undefined) =>
  queryOptions({
    queryKey: [ALL, 'rows', id, outcome ?? '', verdict ?? '', cursor ?? 0],
    queryFn: ({ signal }) =>
      api.get(`${pathOf(id)}/rows`, async () => (await schemas()).RowsResponse, {
        query: { outcome, verdict, cursor },
        signal,
      }),
  })

const fetchChunk = (client: QueryClient, id: string, filter: RowFilter, cursor: number | undefined) =>
  client.fetchQuery(chunkQuery(id, filter, cursor))

/** The first rows of a filter, up to `length`; without it all of them. */
export async function fetchRows(
  client: QueryClient,
  id: string,
  filter: RowFilter,
  length = Number.POSITIVE_INFINITY,
): Promise<BulkRow[]> {
  const rows: BulkRow[] = []
  let cursor: number | null | undefined
  while (cursor !== null && rows.length < length) {
    const chunk: Awaited<ReturnType<typeof fetchChunk>> = await fetchChunk(client, id, filter, cursor)
    rows.push(...chunk.result)
    cursor = chunk.meta.nextCursor
  }
  return rows.slice(0, length)
}

/** Some filters one after the other, each with the number of its rows. */
export type RowFilters = readonly (RowFilter & { total: number })[]

/**
 * The rows of a run in a span of them, counted from 0. A cursor is the number of the row before: without a filter every row
 * has its place, with one the chunks are read from the first on.
 */
export const rowsQuery = (id: string, filters: RowFilters, from: number, length: number) =>
  queryOptions({
    queryKey: [ALL, 'rows', id, 'span', filters, from, length],
    queryFn: async ({ client }): Promise<BulkRow[]> => {
      const [only] = filters
      if (filters.length === 1 && only && !only.verdict && !only.outcome)
        return (await fetchChunk(client, id, {}, from || undefined)).result.slice(0, length)
      const rows: BulkRow[] = []
      let before = 0
      for (const { total, ...filter } of filters) {
        const skipped = Math.max(0, from - before)
        const wanted = length - rows.length
        if (skipped < total && wanted > 0)
          rows.push(...(await fetchRows(client, id, filter, skipped + wanted)).slice(skipped))
        before += total
      }
      return rows
    },
  })

/** The rows of a run that are refused. */
export const refusedQuery = (client: QueryClient, id: string) =>
  queryOptions({
    queryKey: [ALL, 'rows', id, 'refused'],
    queryFn: () => fetchRows(client, id, { outcome: 'skipped' }),
  })

/** A dry run. The same key makes the same run, however often it is sent. */
export const createRun = async (body: object, key: string): Promise<BulkRun> =>
  (await api.post(PATH, body, one, { headers: { 'idempotency-key': key } })).result

export interface StartChoice {
  mode: 'all' | 'valid'
  scanAnyway: boolean
  /** Leaves rows out of which there is a code already. */
  leavesOutKnown?: boolean
}

export const startRun = async (id: string, choice: StartChoice): Promise<BulkRun> =>
  (await api.post(`${pathOf(id)}/start`, choice, one)).result

export const stopRun = async (id: string): Promise<BulkRun> =>
  (await api.post(`${pathOf(id)}/stop`, {}, one)).result

export const undoRun = async (id: string): Promise<BulkRun> =>
  (await api.post(`${pathOf(id)}/undo`, {}, one)).result

/**
 * Judges, starts, stops or undoes a run; what it gives is shown at once.
 * @param mutationKey by which other components see that it is on its way
 */
export function useRunAction<Input = void>(
  act: (input: Input) => Promise<BulkRun>,
  mutationKey?: readonly string[],
) {
  const client = useQueryClient()
  return useMutation({
    meta,
    ...(mutationKey && { mutationKey }),
    mutationFn: act,
    onSuccess: (run) => {
      putData(client, runQuery(run.id).queryKey, run)
      void client.invalidateQueries({ queryKey: [ALL, 'rows', run.id] })
      void client.invalidateQueries({ queryKey: [ALL, 'recent'] })
    },
  })
}

/** Judges a skipped row again with other values. */
export function useRepairRow(runId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ row, input }: { row: number; input: RowInput }) =>
      (await api.patch(`${pathOf(runId)}/rows/${row}`, input, async () => (await schemas()).MendedResponse))
        .result,
    onSuccess: async ({ run }) => {
      putData(client, runQuery(runId).queryKey, run)
      await client.invalidateQueries({ queryKey: [ALL, 'rows', runId] })
    },
  })
}

/** Saves what became of each row as a CSV file. */
export const useReport = ({ id, kind, file }: BulkRun) =>
  useMutation({
    mutationFn: () => fetchFile(`${pathOf(id)}/report.csv`),
    onSuccess: (report) =>
      saveFile(
        report,
        file ? `${file.fileName.replace(/\.\w+$/, '')}-report.csv` : `${kind}-${id.slice(0, 8)}.csv`,
      ),
  })
