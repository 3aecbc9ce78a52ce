export const VIEWS = ['transfers', 'receipts', 'notices', 'reconciliations', 'checks', 'audit'] as const
export type View = (typeof VIEWS)[number]

/**
 * Search of the URL: the view, a filter of its rows, the page and the search text; missing is the first of each. The
 * views validate `state` and `type` themselves: their lists would bring the schema library into the first load.
 */
export interface AdminSearch {
  view?: View
  state?: string
  /** Payment type of a transfer, or who sent a webhook. */
  type?: string
  page?: number
  q?: string
}

export function adminSearch({ view, state, type, page, q }: Record<string, unknown>): AdminSearch {
  const known = VIEWS.find((each) => each === view)
  const number = Number(page)
  return {
    ...(known && { view: known }),
    ...(isFilled(state) && { state }),
    ...(isFilled(type) && { type }),
    ...(Number.isInteger(number) && number >= 1 && { page: number }),
    ...(isFilled(q) && { q }),
  }
}

const isFilled = (value: unknown): value is string => typeof value === 'string' && value !== ''
