import type { Language } from '@scanleaf/shared'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api'
import { currentSession, endSession } from '../../../lib/session/session'
import { sessionHeaders } from '../../../lib/session/workspace'

const pathOf = (id: string) => `/gateway/api/billing/invoices/${encodeURIComponent(id)}`

/** The schema comes with the first call, not with the first screen. */
const answer = async () => (await import('./response-schemas')).InvoiceResponse

export const invoiceQuery = (id: string, lang: Language) =>
  queryOptions({
    queryKey: ['billing', 'invoice', id, lang],
    queryFn: async ({ signal }) => (await api.get(pathOf(id), answer, { query: { lang }, signal })).result,
  })

/** The invoice as a PDF. @throws Error when it does not come */
export async function fetchInvoicePdf(id: string, lang: Language): Promise<Blob> {
  const sid = currentSession()?.sid ?? ''
  const response = await fetch(`${pathOf(id)}?format=pdf&lang=${lang}`, {
    headers: sessionHeaders(sid),
  })
  if (response.status === 401) endSession(sid)
  if (!response.ok) throw new Error(`the invoice request failed with status ${response.status}`)
  return response.blob()
}
