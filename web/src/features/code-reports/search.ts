/** Search of the URL: a filter of reports, a searched code, the page, and the open code. */
export interface ReportsSearch {
  status?: 'open' | 'closed'
  q?: string
  page?: number
  code?: string
}

export function reportsSearch({ status, q, page, code }: Record<string, unknown>): ReportsSearch {
  const number = Number(page)
  return {
    ...((status === 'open' || status === 'closed') && { status }),
    ...(isFilled(q) && { q }),
    ...(Number.isInteger(number) && number >= 1 && { page: number }),
    ...(isFilled(code) && { code }),
  }
}

const isFilled = (value: unknown): value is string => typeof value === 'string' && value !== ''
