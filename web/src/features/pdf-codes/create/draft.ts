import { readTabDraft, removeTabDraft, storeTabDraft } from '../../../lib/session/drafts'
import { currentSession } from '../../../lib/session/session'
import { DETAILS, type Details } from '../fields/details'

/** The typed values of a new PDF code; a file cannot be stored. */
export interface Draft {
  name: string
  /** Typed by a person; else it follows the title. */
  isOwnName: boolean
  details: Details
}

const STORED = 'pdf-code'

const userId = () => currentSession()?.userId ?? null

/** Keeps the draft in this tab of the browser, so that it survives a reload and the sign-in. */
export const storeDraft = (draft: Draft): void => storeTabDraft(STORED, userId(), draft)

export const forgetDraft = (): void => removeTabDraft(STORED)

/** The previous draft, or an empty one. That of one account is not shown to another. */
export function storedDraft(): Draft {
  const draft = readTabDraft(STORED, userId()) as Partial<Draft> | null | undefined
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  const details = DETAILS.map((name) => [name, text(draft?.details?.[name])])
  const isOwnName = draft?.isOwnName === true
  return { name: text(draft?.name), isOwnName, details: Object.fromEntries(details) as Details }
}
