/** Search of the account pages: who sent the visitor here, and what for. */
export interface AccountSearch {
  /** Where the session is handed to. */
  redirect?: string | undefined
  /** Value that the asker wants back. */
  state?: string | undefined
  /** The visitor has just signed out. */
  logout?: boolean | undefined
  /** Token that makes the new account the first administrator. */
  setup?: string | undefined
}

export function accountSearch(search: Record<string, unknown>): AccountSearch {
  const { redirect, state, logout, setup } = search
  return {
    ...(typeof redirect === 'string' && { redirect }),
    ...(typeof state === 'string' && { state }),
    ...(logout === 'true' || logout === true ? { logout: true } : {}),
    ...(typeof setup === 'string' && { setup }),
  }
}
