import type { BulkRow, BulkRun, ImportedFile, ImportedRow, ImportSource, PatchImport } from '@scanleaf/shared'
import type { TextEncoding } from '@scanleaf/shared/tables'
import { queryOptions, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api/api'
import { putData } from '../../../lib/api/query-client'
import { upload } from '../../../lib/api/upload'
import { ALL, one, PATH, pathOf, runQuery, schemas, useRunAction } from '../api'

/** A run with what is said of its file. */
export type Import = BulkRun & ImportedFile

/** Null for a run of another kind. */
export const importOf = (run: BulkRun): Import | null => run.file && { ...run, ...run.file }

/** A row of a run with what its file says of it. */
export type FileRow = BulkRow & ImportedRow

export const fileRowsOf = (rows: readonly BulkRow[]): FileRow[] =>
  rows.flatMap((row) => (row.file ? { ...row, ...row.file } : []))

export interface NewImportFile {
  file: File
  source: ImportSource | ''
  /** How the file is read, where a person chose it. */
  encoding?: TextEncoding | undefined
}

/** Sends a file and has each of its rows checked; nothing else is saved. */
export function useNewImport(onProgress: (share: number) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ file, source, encoding }: NewImportFile) => {
      const form = new FormData()
      form.set('kind', 'import')
      if (encoding) form.set('encoding', encoding)
      if (source !== '') form.set('source', source)
      form.set('file', file, file.name)
      return (await upload(PATH, form, one, { onProgress })).result
    },
    onSuccess: (made) => {
      putData(client, runQuery(made.id).queryKey, made)
      void client.invalidateQueries({ queryKey: [ALL, 'recent'] })
    },
  })
}

const patchKey = (id: string) => [ALL, 'patch', id]

export const usePatchImport = (id: string) =>
  useRunAction(async (patch: PatchImport) => (await api.patch(pathOf(id), patch, one)).result, patchKey(id))

/** Whether all rows are being checked again. */
export const useIsPatching = (id: string): boolean => useIsMutating({ mutationKey: patchKey(id) }) > 0

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
