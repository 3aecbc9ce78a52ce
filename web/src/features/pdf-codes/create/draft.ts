import { currentSession } from '../../../lib/session/session'
import { DETAILS, type Details, NO_DETAILS } from '../fields/details'

/** What has been typed of a new PDF code; a file cannot be kept. */
export interface Draft {
  name: string
  details: Details
}

const STORED = 'pdf-code-draft'
const EMPTY: Draft = { name: '', details: NO_DETAILS }

/** Keeps what is typed in this tab of the browser, so that it outlives a reload and the way to the sign-in and back. */
export function storeDraft(draft: Draft): void {
  sessionStorage.setItem(STORED, JSON.stringify({ owner: currentSession()?.userId ?? null, draft }))
}

export const forgetDraft = (): void => sessionStorage.removeItem(STORED)

/** What was typed before, or nothing yet. What one account typed is not shown to another. */
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
