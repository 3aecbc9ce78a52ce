import { isLanguage, type Language } from '@scanleaf/shared'

/** Addresses hold plain text (`?page=2&lng=vi`), as the specification's do; routes give it its types. */
export const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search))

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') params.set(name, String(value))
  }
  return params.size === 0 ? '' : `?${params}`
}

export interface LanguageSearch {
  lng?: Language
}

export const languageSearch = ({ lng }: Record<string, unknown>): LanguageSearch =>
  isLanguage(lng) ? { lng } : {}

/** Search of the lists: the page shown and the code whose details are open. */
export interface ListSearch {
  page?: number
  limit?: number
  code?: string
}

export function listSearch(search: Record<string, unknown>): ListSearch {
  const page = positive(search['page'])
  const limit = positive(search['limit'])
  const { code } = search
  return {
    ...(page !== undefined && { page }),
    ...(limit !== undefined && { limit: Math.min(limit, 100) }),
    ...(typeof code === 'string' && code !== '' && { code }),
  }
}

function positive(value: unknown): number | undefined {
  const number = Number(value)
  return Number.isInteger(number) && number >= 1 ? number : undefined
}
