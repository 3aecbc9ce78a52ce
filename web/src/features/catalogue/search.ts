/** The lists of the catalogue, by their name in the address. */
export const CATALOGUE_VIEWS = ['products', 'categories', 'units', 'currencies'] as const
export type CatalogueView = (typeof CATALOGUE_VIEWS)[number]

/** Search of the URL: the list, its page, filters and sort; missing is the default of each. */
export interface CatalogueSearch {
  view?: CatalogueView
  page?: number
  limit?: number
  q?: string
  sort?: string
  /** Id of the category whose products are shown. */
  category?: string
}

const MAX_LIMIT = 100
const TEXTS = ['q', 'sort', 'category'] as const

export function catalogueSearch(search: Record<string, unknown>): CatalogueSearch {
  const view = CATALOGUE_VIEWS.find((each) => each === search['view'])
  const page = positive(search['page'])
  const limit = positive(search['limit'])
  const texts = TEXTS.map((name) => [name, search[name]] as const)
  return {
    ...(view && { view }),
    ...(page !== undefined && { page }),
    ...(limit !== undefined && { limit: Math.min(limit, MAX_LIMIT) }),
    ...Object.fromEntries(texts.filter(([, text]) => typeof text === 'string' && text !== '')),
  }
}

function positive(value: unknown): number | undefined {
  const number = Number(value)
  return Number.isInteger(number) && number >= 1 ? number : undefined
}
