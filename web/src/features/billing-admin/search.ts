import { RECEIPT_STATES, TRANSFER_STATES } from './states'

export const VIEWS = ['transfers', 'receipts', 'checks', 'audit'] as const
export type View = (typeof VIEWS)[number]

/** What the address says: the view, which of its rows, the page and what is sought; nothing is the first of each. */
export interface AdminSearch {
  view?: View
  state?: string
  page?: number
  q?: string
}

export function adminSearch({ view, state, page, q }: Record<string, unknown>): AdminSearch {
  const known = VIEWS.find((each) => each === view)
  const states: readonly string[] = known === 'receipts' ? RECEIPT_STATES : TRANSFER_STATES
  const number = Number(page)
  return {
    ...(known && { view: known }),
    ...(typeof state === 'string' && states.includes(state) && { state }),
    ...(Number.isInteger(number) && number >= 1 && { page: number }),
    ...(typeof q === 'string' && q !== '' && { q }),
  }
}
