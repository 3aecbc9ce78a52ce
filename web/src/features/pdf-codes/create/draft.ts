import { currentSession } from '../../../lib/session/session'
import { DETAILS, type Details, NO_DETAILS } from '../fields/details'

/** The typed values of a new PDF code; a file cannot be stored. */
export interface Draft {
  name: string
  details: Details
}

const STORED = 'pdf-code-draft'
const EMPTY: Draft = { name: '', details: NO_DETAILS }

/** Keeps the draft in this tab of the browser, so that it survives a reload and the sign-in. */
export function storeDraft(draft: Draft): void {
  sessionStorage.setItem(STORED, JSON.stringify({ owner: currentSession()?.userId ?? null, draft }))
}

export const forgetDraft = (): void => sessionStorage.removeItem(STORED)

/** The previous draft, or an empty one. That of one account is not shown to another. */
export function storedDraft(): Draft {
  try {
    const { owner, draft } = JSON.parse(sessionStorage.getItem(STORED) ?? '{}')
    const user = currentSession()?.userId
    if (typeof owner === 'string' && user !== undefined && owner !== user) return EMPTY
    const text = (value: unknown) => (typeof value === 'string' ? value : '')
    const details = DETAILS.map((name) => [name, text(draft?.details?.[name])])
    return { name: text(draft?.name), details: Object.fromEntries(details) as Details }
  } catch {
    return EMPTY
  }
}
