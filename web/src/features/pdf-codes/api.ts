import type { QrCustomSettings } from '@scanleaf/qr'
import { type LogoInput, type PatchPdfCode, PDF_TYPE, type PdfCode, pdfNameKey } from '@scanleaf/shared'
import {
  type Query,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { api } from '../../lib/api/api'
import { ApiError } from '../../lib/api/api-error'
import { putData } from '../../lib/api/query-client'
import { upload } from '../../lib/api/upload'
import { randomId } from '../../lib/random-id'
import { withRetries } from './upload-retry'

const schemas = () => import('./response-schemas')
const one = async () => (await schemas()).PdfCodeResponse
const nameCheck = async () => (await schemas()).NameCheckResponse
const versions = async () => (await schemas()).VersionsResponse
const userCode = async () => (await schemas()).UserCodeResponse
const anything = async () => (await schemas()).Anything

const CODES = '/gateway/api/qrcode/user-codes'
const PDFS = '/gateway/api/qrcode/pdf-qrcodes'
const pathOf = (id: string) => `${PDFS}/${encodeURIComponent(id)}`

/** The picture of the first page may come a little after the code; asked for a few times, then it has none. */
const PICTURE_AFTER_MS = 3000
const PICTURE_ASKED_TIMES = 5

export const pdfCodeByNameQuery = (name: string) =>
  queryOptions({
    queryKey: ['pdf-codes', 'name', pdfNameKey(name)],
    queryFn: async ({ signal }) =>
      (await api.get(`${PDFS}/name/${encodeURIComponent(name)}`, one, { signal })).result,
    refetchInterval: ({ state }: Query<PdfCode>) =>
      state.data?.previewUrl === null && state.dataUpdateCount <= PICTURE_ASKED_TIMES && PICTURE_AFTER_MS,
  })

/** The own PDF code of this name; null when there is none. */
export async function findPdfCode(name: string): Promise<PdfCode | null> {
  try {
    return (await api.get(`${PDFS}/name/${encodeURIComponent(name)}`, one)).result
  } catch (error) {
    if (error instanceof ApiError && error.statusCode === 404) return null
    throw error
  }
}

export const pdfCodeQuery = (id: string) =>
  queryOptions({
    queryKey: ['pdf-codes', 'one', id],
    queryFn: async ({ signal }) => (await api.get(pathOf(id), one, { signal })).result,
  })

export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['pdf-codes', 'versions', id],
    queryFn: async ({ signal }) => (await api.get(`${pathOf(id)}/versions`, versions, { signal })).result,
  })

/** The code behind a PDF code: its design. */
export const userCodeQuery = (id: string) =>
  queryOptions({
    queryKey: ['user-codes', 'one', id],
    queryFn: async ({ signal }) =>
      (await api.get(`${CODES}/${encodeURIComponent(id)}`, userCode, { signal })).result,
  })

export async function isNameAvailable(name: string, signal?: AbortSignal): Promise<boolean> {
  const path = `${PDFS}/validate/${encodeURIComponent(name)}`
  return (await api.get(path, nameCheck, signal ? { signal } : {})).result.available
}

/** @throws ApiError `ExceedLimitation` or `PurchaseFailure` when the plan holds no further code */
export async function validateLimit(signal: AbortSignal): Promise<void> {
  await api.post(`${CODES}/validate`, { isDynamicCode: true }, anything, { signal })
}

export interface SendOptions {
  signal?: AbortSignal
  /** Share of the file sent so far, 0 to 1, and the number of the try, from 1. */
  onProgress: (share: number, attempt: number) => void
}

/** Sends a new code with its file; however often it is tried, the key makes it one. */
export function postPdfCode(form: FormData, { signal, onProgress }: SendOptions): Promise<PdfCode> {
  const headers = { 'idempotency-key': randomId() }
  return sendForm(PDFS, form, { method: 'POST', headers }, signal, onProgress)
}

/** Puts another file in the place of a code's. */
export function patchPdfFile(id: string, file: File, { signal, onProgress }: SendOptions): Promise<PdfCode> {
  return sendForm(pathOf(id), formOf(file), { method: 'PATCH' }, signal, onProgress)
}

function sendForm(
  path: string,
  form: FormData,
  call: { method: 'POST' | 'PATCH'; headers?: Record<string, string> },
  signal: AbortSignal | undefined,
  onProgress: SendOptions['onProgress'],
): Promise<PdfCode> {
  const send = async (attempt: { number: number; signal: AbortSignal; touch: () => void }) => {
    onProgress(0, attempt.number)
    const answer = await upload(path, form, one, {
      ...call,
      signal: attempt.signal,
      onProgress: (share) => {
        attempt.touch()
        onProgress(share, attempt.number)
      },
    })
    return answer.result
  }
  return withRetries(send, signal ? { signal } : {})
}

/** The fields go before the file, so that the server can refuse them before the file has come. */
export function formOf(file: File, fields: Readonly<Record<string, string>> = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('fileName', file.name)
  form.set('fileSize', String(file.size))
  // The bytes were judged to be a PDF; some systems call it nothing, or something else.
  form.set('pdfFile', file.slice(0, file.size, PDF_TYPE), file.name)
  return form
}

export async function patchDetails(id: string, change: PatchPdfCode): Promise<PdfCode> {
  return (await api.patch(pathOf(id), change, one)).result
}

/** Permanently, so that the name of a cancelled creation is free at once. */
export async function deletePdfCode(id: string): Promise<void> {
  await api.delete(pathOf(id), anything, { query: { final: true } })
}

/** Shows a PDF code as it is now wherever it is on screen. */
export function keepPdfCode(client: QueryClient, code: PdfCode): void {
  putData(client, pdfCodeByNameQuery(code.name).queryKey, code)
  putData(client, pdfCodeQuery(code.id).queryKey, code)
}

/** The lists and the popup are fetched again: the code of a PDF is called by its title. */
export function refreshUserCodes(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ['user-codes'] })
}

/** Brings an earlier file back. */
export function useRestoreVersion(code: PdfCode) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (versionId: string) => {
      const path = `${pathOf(code.id)}/versions/${encodeURIComponent(versionId)}/restore`
      return (await api.post(path, {}, one)).result
    },
    onSuccess: (restored) => keepPdfCode(client, restored),
    onSettled: () => client.invalidateQueries({ queryKey: versionsQuery(code.id).queryKey }),
  })
}

export interface DesignChange {
  settings: QrCustomSettings
  logo: LogoInput | null
  anyway: boolean
}

/** Changes the design of the code; the dialog shows the error that it throws. */
export function useSaveDesign(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ settings, logo, anyway }: DesignChange) => {
      const body = { qrCustomSettings: settings, logo, scanAnyway: anyway }
      return (await api.patch(`${CODES}/${encodeURIComponent(id)}`, body, userCode)).result
    },
    onSuccess: (code) => {
      putData(client, userCodeQuery(id).queryKey, code)
      refreshUserCodes(client)
    },
  })
}
