import type { ListedUser } from '@scanleaf/shared'

/** Search of the URL: the search text, a filter of users and the page. */
export interface UsersSearch {
  q?: string
  role?: 'member' | 'admin'
  state?: UserState
  page?: number
}

export const STATES = ['active', 'suspended', 'waiting', 'refused'] as const
export type UserState = (typeof STATES)[number]

/** How a user stands. */
export const stateOf = ({
  suspendedAt,
  approval,
}: Pick<ListedUser, 'suspendedAt' | 'approval'>): UserState => {
  if (suspendedAt !== null) return 'suspended'
  return approval === 'approved' ? 'active' : approval
}

/** The query of the list that shows those in a state. */
export const WANTED_OF = {
  active: { suspended: false, approval: 'approved' },
  suspended: { suspended: true },
  waiting: { suspended: false, approval: 'waiting' },
  refused: { suspended: false, approval: 'refused' },
} as const satisfies Record<UserState, object>
export const ROLES = ['member', 'admin'] as const

export function usersSearch({ q, role, state, page }: Record<string, unknown>): UsersSearch {
  const knownRole = ROLES.find((each) => each === role)
  const knownState = STATES.find((each) => each === state)
  const number = Number(page)
  return {
    ...(isFilled(q) && { q }),
    ...(knownRole && { role: knownRole }),
    ...(knownState && { state: knownState }),
    ...(Number.isInteger(number) && number >= 1 && { page: number }),
  }
}

const isFilled = (value: unknown): value is string => typeof value === 'string' && value !== ''
