export type CodeKind = 'dynamic' | 'static'

/** What has been typed in the generator. */
export interface Draft {
  kind: CodeKind
  website: string
  hasManualId: boolean
  manualId: string
}

export const emptyDraft = (kind: CodeKind): Draft => ({
  kind,
  website: '',
  hasManualId: false,
  manualId: '',
})

const storedAs = (page: CodeKind) => `generator-draft-${page}`

/** Keeps what is typed in this tab, so that it outlives the way to the sign-in and back. */
export const storeDraft = (page: CodeKind, draft: Draft): void =>
  sessionStorage.setItem(storedAs(page), JSON.stringify(draft))

export const forgetDraft = (page: CodeKind): void => sessionStorage.removeItem(storedAs(page))

/** What was typed on this page before, or nothing yet. */
export function storedDraft(page: CodeKind): Draft {
  const empty = emptyDraft(page)
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storedAs(page)) ?? 'null')
    return isDraft(stored) ? stored : empty
  } catch {
    return empty
  }
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false
  const { kind, website, hasManualId, manualId } = value as Partial<Draft>
  return (
    (kind === 'dynamic' || kind === 'static') &&
    typeof website === 'string' &&
    typeof hasManualId === 'boolean' &&
    typeof manualId === 'string'
  )
}
