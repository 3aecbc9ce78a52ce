/** Search of the URL: the search text, a filter of users, the page, and the open one. */
export interface UsersSearch {
  q?: string
  role?: 'member' | 'admin'
  state?: 'active' | 'suspended'
  page?: number
  user?: string
}

export const STATES = ['active', 'suspended'] as const
export const ROLES = ['member', 'admin'] as const

export function usersSearch({ q, role, state, page, user }: Record<string, unknown>): UsersSearch {
  const knownRole = ROLES.find((each) => each === role)
  const knownState = STATES.find((each) => each === state)
  const number = Number(page)
  return {
    ...(isFilled(q) && { q }),
    ...(knownRole && { role: knownRole }),
    ...(knownState && { state: knownState }),
    ...(Number.isInteger(number) && number >= 1 && { page: number }),
    ...(isFilled(user) && { user }),
  }
}

const isFilled = (value: unknown): value is string => typeof value === 'string' && value !== ''
