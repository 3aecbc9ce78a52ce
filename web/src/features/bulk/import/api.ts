import type {
  CodeImport,
  CodeImportRow,
  ImportOutcome,
  ImportSource,
  ImportVerdict,
  PatchImport,
} from '@scanleaf/shared'
import type { TextEncoding } from '@scanleaf/shared/tables'
import {
  type QueryClient,
  queryOptions,
  useIsMutating,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { api } from '../../lib/api/api'
import { fetchFile } from '../../lib/api/download'
import { putData } from '../../lib/api/query-client'
import { upload } from '../../lib/api/upload'

const PATH = '/gateway/api/qrcode/imports'
const pathOf = (id: string) => `${PATH}/${encodeURIComponent(id)}`

/** The schemas come with the first call, not with the first screen. */
const schemas = () => import('./response-schemas')
const one = async () => (await schemas()).ImportResponse

const ALL = 'imports'
/** Codes come and go with an import: lists and popups of all tabs are fetched again. */
const meta = { changes: 'user-codes' }

/** While rows are imported or undone the progress is asked for once a second. */
const POLL_MS = 1000
export const isMoving = ({ state }: CodeImport): boolean => state === 'running' || state === 'undoing'

export const importQuery = (id: string) =>
  queryOptions({
    queryKey: [ALL, 'one', id],
    queryFn: async ({ signal }) => (await api.get(pathOf(id), one, { signal })).result,
    refetchInterval: ({ state: { data } }) => (data && isMoving(data) ? POLL_MS : false),
  })

const RECENT = 5

/** The newest imports. */
export const recentQuery = queryOptions({
  queryKey: [ALL, 'recent'],
  queryFn: async ({ signal }) =>
    (
      await api.get(PATH, async () => (await schemas()).ImportsResponse, {
        query: { limit: RECENT },
        signal,
      })
    ).result,
})

/** Which rows: those of a verdict or of an outcome, or all. */
export interface RowFilter {
  verdict?: ImportVerdict
  outcome?: ImportOutcome
}

const chunkQuery = (id: string, { verdict, outcome }: RowFilter, cursor: number | undefined) =>
  queryOptions({
    queryKey: [ALL, 'rows', id, verdict ?? '', outcome ?? '', cursor ?? 0],
    queryFn: ({ signal }) =>
      api.get(`${pathOf(id)}/rows`, async () => (await schemas()).RowsResponse, {
        query: { verdict, outcome, cursor },
        signal,
      }),
  })

/** The first rows of a filter, up to `length`. */
async function firstRows(client: QueryClient, id: string, filter: RowFilter, length: number) {
  const rows: CodeImportRow[] = []
  let cursor: number | null | undefined
  while (cursor !== null && rows.length < length) {
    const chunk: Awaited<ReturnType<typeof fetchChunk>> = await fetchChunk(client, id, filter, cursor)
    rows.push(...chunk.result)
    cursor = chunk.meta.nextCursor
  }
  return rows.slice(0, length)
}

const fetchChunk = (client: QueryClient, id: string, filter: RowFilter, cursor: number | undefined) =>
  client.fetchQuery(chunkQuery(id, filter, cursor))

/** Some filters one after the other, each with the number of its rows. */
export type RowFilters = readonly (RowFilter & { total: number })[]

/**
 * The rows of an import in a span of them, counted from 0. A cursor is the number of the row before: without a filter every
 * row has its place, with one the chunks are read from the first on.
 */
export const rowsQuery = (id: string, filters: RowFilters, from: number, length: number) =>
  queryOptions({
    queryKey: [ALL, 'rows', id, 'span', filters, from, length],
    queryFn: async ({ client }): Promise<CodeImportRow[]> => {
      const [only] = filters
      if (filters.length === 1 && only && !only.verdict && !only.outcome)
        return (await fetchChunk(client, id, {}, from || undefined)).result.slice(0, length)
      const rows: CodeImportRow[] = []
      let before = 0
      for (const { total, ...filter } of filters) {
        const skipped = Math.max(0, from - before)
        const wanted = length - rows.length
        if (skipped < total && wanted > 0)
          rows.push(...(await firstRows(client, id, filter, skipped + wanted)).slice(skipped))
        before += total
      }
      return rows
    },
  })

export interface NewImportFile {
  file: File
  source: ImportSource | ''
  /** How the file is read, where a person chose it. */
  encoding?: TextEncoding | undefined
}

/** Sends a file and has each of its rows judged; nothing else is saved. */
export function useNewImport(onProgress: (share: number) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ file, source, encoding }: NewImportFile) => {
      const form = new FormData()
      if (encoding) form.set('encoding', encoding)
      if (source !== '') form.set('source', source)
      form.set('file', file, file.name)
      return (await upload(PATH, form, one, { onProgress })).result
    },
    onSuccess: (made) => {
      putData(client, importQuery(made.id).queryKey, made)
      void client.invalidateQueries({ queryKey: recentQuery.queryKey })
    },
  })
}

/** Judges, starts, stops or undoes an import; what it gives is shown at once. */
function useImportAction<Input>(act: (input: Input) => Promise<CodeImport>, mutationKey?: readonly string[]) {
  const client = useQueryClient()
  return useMutation({
    meta,
    ...(mutationKey && { mutationKey }),
    mutationFn: act,
    onSuccess: (changed) => {
      putData(client, importQuery(changed.id).queryKey, changed)
      void client.invalidateQueries({ queryKey: [ALL, 'rows', changed.id] })
      void client.invalidateQueries({ queryKey: recentQuery.queryKey })
    },
  })
}

const patchKey = (id: string) => [ALL, 'patch', id]

export const usePatchImport = (id: string) =>
  useImportAction(
    async (patch: PatchImport) => (await api.patch(pathOf(id), patch, one)).result,
    patchKey(id),
  )

/** Whether all rows are being judged again. */
export const useIsPatching = (id: string): boolean => useIsMutating({ mutationKey: patchKey(id) }) > 0

/** `run` starts it or goes on with it. */
export const useMoveImport = (id: string) =>
  useImportAction(
    async (step: 'run' | 'stop' | 'undo') => (await api.post(`${pathOf(id)}/${step}`, {}, one)).result,
  )

/** Until the domain leads here and is verified, which a check does as soon as its records are right. */
const CHECK_AGAIN_MS = 30_000

/** Asks for some old addresses, and for the records of their host: when somebody asks, then again while it is on screen. */
export const checkQuery = (id: string) =>
  queryOptions({
    queryKey: [ALL, 'check', id],
    queryFn: async ({ signal }) =>
      (await api.post(`${pathOf(id)}/check`, {}, async () => (await schemas()).CheckResponse, { signal }))
        .result,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data && !(data.isPointedHere && data.isProven) ? CHECK_AGAIN_MS : false,
  })

/** What became of each row, as a CSV file. */
export const fetchReport = (id: string): Promise<Blob> => fetchFile(`${pathOf(id)}/report.csv`)
