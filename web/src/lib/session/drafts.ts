/** Names of what is kept in this tab for whoever typed it; everything below it goes at a sign-out. */
const PREFIX = 'draft:'

interface Stored {
  /** Null for what was typed without a session. */
  owner: string | null
  draft: unknown
}

/**
 * Keeps what was typed in this tab, so that it survives a reload and a sign-in. What an account typed stays with it
 * while its session has expired.
 * @param user null without a session
 */
export function storeTabDraft(name: string, user: string | null, draft: unknown): void {
  const owner = user ?? read(name)?.owner ?? null
  sessionStorage.setItem(PREFIX + name, JSON.stringify({ owner, draft } satisfies Stored))
}

/** What was typed, unchecked; undefined for none, and for that of another account. */
export function readTabDraft(name: string, user: string | null): unknown {
  const stored = read(name)
  const isForeign = stored !== null && stored.owner !== null && user !== null && stored.owner !== user
  return isForeign ? undefined : stored?.draft
}

export const removeTabDraft = (name: string): void => sessionStorage.removeItem(PREFIX + name)

/** Removes what was typed in this tab. @param user keeps that of this account, and what was typed without one */
export function removeTabDrafts(user?: string): void {
  for (const key of Object.keys(sessionStorage).filter((each) => each.startsWith(PREFIX))) {
    const owner = read(key.slice(PREFIX.length))?.owner
    if (user === undefined || (owner !== null && owner !== user)) sessionStorage.removeItem(key)
  }
}

function read(name: string): Stored | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(PREFIX + name) ?? 'null')
    if (typeof stored !== 'object' || stored === null || !('draft' in stored)) return null
    const owner = 'owner' in stored && typeof stored.owner === 'string' ? stored.owner : null
    return { owner, draft: stored.draft }
  } catch {
    return null
  }
}
