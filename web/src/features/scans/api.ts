import type { ScansQuery } from '@scanleaf/shared'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api'
import { knownZone, viewerZone } from '../../lib/format/viewer-zone'
import { currentSession, endSession } from '../../lib/session/session'
import { sessionHeaders } from '../../lib/session/workspace'

const PATH = '/gateway/api/qrcode'
/** The schemas come with the first call, not with the first screen. */
const schemas = () => import('./response-schemas')

/** The path of one code, or of all codes together. */
export type CodeId = string | null

const pathOf = (codeId: CodeId): string =>
  codeId === null ? `${PATH}/scans` : `${PATH}/user-codes/${encodeURIComponent(codeId)}/scans`

export const scansQuery = (codeId: CodeId, asked: Omit<ScansQuery, 'zone'>) =>
  queryOptions({
    queryKey: ['scans', 'figures', codeId, asked],
    queryFn: async ({ signal }) =>
      (
        await api.get(pathOf(codeId), async () => (await schemas()).ScansResponse, {
          query: { ...asked, zone: viewerZone() },
          signal,
        })
      ).result,
    placeholderData: keepPreviousData,
  })

export const uncountedQuery = (codeId: string) =>
  queryOptions({
    queryKey: ['scans', 'uncounted', codeId],
    queryFn: async ({ signal }) =>
      (
        await api.get(`${pathOf(codeId)}/recent`, async () => (await schemas()).RecentScansResponse, {
          query: { uncounted: true, limit: 10 },
          signal,
        })
      ).result,
  })

export const codeQuery = (codeId: string) =>
  queryOptions({
    queryKey: ['scans', 'code', codeId],
    queryFn: async ({ signal }) =>
      (
        await api.get(
          `${PATH}/user-codes/${encodeURIComponent(codeId)}`,
          async () => (await schemas()).CodeResponse,
          {
            signal,
          },
        )
      ).result,
  })

/** The rules whose outcomes the scans count. */
export const rulesOfCodeQuery = (codeId: string) =>
  queryOptions({
    queryKey: ['scans', 'rules', codeId],
    queryFn: async ({ signal }) =>
      (
        await api.get(
          `${PATH}/user-codes/${encodeURIComponent(codeId)}/rules`,
          async () => (await schemas()).RulesResponse,
          { signal },
        )
      ).result,
  })

/** Scans of the last 14 days of the codes of one page of a list. */
export const sparklinesQuery = (codeIds: readonly string[]) =>
  queryOptions({
    queryKey: ['scans', 'sparklines', ...codeIds],
    queryFn: async ({ signal }) =>
      (
        await api.get(`${PATH}/user-codes/sparklines`, async () => (await schemas()).SparklinesResponse, {
          query: { ids: codeIds.join(), zone: knownZone() },
          signal,
        })
      ).result,
    enabled: codeIds.length > 0,
    staleTime: 60_000,
  })

/** A response that is not JSON, with the session. @throws Error when it fails */
async function fetchAnswer(path: string, accept: string, signal?: AbortSignal): Promise<Response> {
  const sid = currentSession()?.sid ?? ''
  const response = await fetch(path, {
    headers: { accept, ...sessionHeaders(sid) },
    ...(signal && { signal }),
  })
  if (response.status === 401) endSession(sid)
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return response
}

/** The log of the days as a file. @throws Error when it does not come */
export async function fetchCsv(codeId: CodeId, { from, to }: { from: string; to: string }): Promise<Blob> {
  const params = new URLSearchParams({ from, to, zone: viewerZone() })
  return (await fetchAnswer(`${pathOf(codeId)}.csv?${params}`, 'text/csv')).blob()
}

/** The days as a document to print or send. @throws Error when it does not come */
export async function fetchReport(
  codeId: CodeId,
  { from, to, lng }: { from: string; to: string; lng: string },
): Promise<Blob> {
  const params = new URLSearchParams({ from, to, zone: viewerZone(), lng })
  return (await fetchAnswer(`${pathOf(codeId)}/report.pdf?${params}`, 'application/pdf')).blob()
}

/** The days as one table for a spreadsheet, its heads in a language. @throws Error when it does not come */
export async function fetchSummary(
  codeId: CodeId,
  { from, to, lng }: { from: string; to: string; lng: string },
): Promise<Blob> {
  const params = new URLSearchParams({ from, to, zone: viewerZone(), lng })
  return (await fetchAnswer(`${pathOf(codeId)}/summary.csv?${params}`, 'text/csv')).blob()
}

/**
 * Emits the total of all time whenever it changes, until the stream ends. `EventSource` cannot send the session in a
 * header, so the stream is read with `fetch`.
 */
export async function followTotal(
  codeId: CodeId,
  onTotal: (total: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const { LiveEvent } = await schemas()
  const { body } = await fetchAnswer(`${pathOf(codeId)}/live`, 'text/event-stream', signal)
  if (!body) return
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    const events = (text + value).split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      if (event.startsWith('data: ')) onTotal(LiveEvent.parse(JSON.parse(event.slice('data: '.length))).total)
    }
  }
}
