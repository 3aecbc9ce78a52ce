import { isLanguage, type Language, STATEMENT_PERIODS, type StatementPeriod } from '@scanleaf/shared'

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

/** Search of the lists: the search text, the sort, the page and the code whose details are open. */
export interface ListSearch {
  page?: number
  limit?: number
  q?: string
  contentType?: string
  tag?: string
  batch?: string
  sort?: string
  code?: string
}

const LIST_TEXTS = ['q', 'contentType', 'tag', 'batch', 'sort', 'code'] as const

export function listSearch(search: Record<string, unknown>): ListSearch {
  const page = positive(search['page'])
  const limit = positive(search['limit'])
  const texts = LIST_TEXTS.map((name) => [name, search[name]] as const)
  return {
    ...(page !== undefined && { page }),
    ...(limit !== undefined && { limit: Math.min(limit, 100) }),
    ...Object.fromEntries(texts.filter(([, text]) => typeof text === 'string' && text !== '')),
  }
}

function positive(value: unknown): number | undefined {
  const number = Number(value)
  return Number.isInteger(number) && number >= 1 ? number : undefined
}

/** Search of the payment area: period and page of the history, the payment whose dialog is open, and one to pay again. */
export interface PaymentSearch {
  page?: number
  limit?: number
  period?: StatementPeriod
  pay?: string
  again?: string
}

export function paymentSearch(search: Record<string, unknown>): PaymentSearch {
  const { page, limit } = listSearch(search)
  const { pay, again } = search
  const period = STATEMENT_PERIODS.find((each) => each === search['period'])
  return {
    ...(page !== undefined && { page }),
    ...(limit !== undefined && { limit }),
    ...(period !== undefined && { period }),
    ...(typeof pay === 'string' && pay !== '' && { pay }),
    ...(typeof again === 'string' && again !== '' && { again }),
  }
}

/** Search of the page that a gateway sends the payer back to; the gateway's parameters are not trusted. */
export interface ReturnSearch {
  transactionId?: string
  /** The payer gave up at the gateway. */
  cancelled?: true
}

export const returnSearch = ({ transactionId, cancelled }: Record<string, unknown>): ReturnSearch => ({
  ...(typeof transactionId === 'string' && { transactionId }),
  ...(String(cancelled) === '1' && { cancelled: true as const }),
})

/** Search of the generator: the content type shown, and the PDF code that is changed (spec §2). */
export interface GeneratorSearch {
  type?: string
  qrName?: string
}

export function generatorSearch({ type, qrName }: Record<string, unknown>): GeneratorSearch {
  return {
    ...(typeof type === 'string' && type !== '' && { type }),
    ...(typeof qrName === 'string' && qrName !== '' && { qrName }),
  }
}
