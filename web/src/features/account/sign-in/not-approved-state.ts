import { ApiError } from '../../../lib/api/api-error'

const STATES = { AccountWaits: 'waits', AccountRefused: 'refused' } as const
export type NotApprovedState = (typeof STATES)[keyof typeof STATES]

/** How an account stands that the server does not let in yet; null for any other error. */
export const notApprovedOf = (error: unknown): NotApprovedState | null =>
  error instanceof ApiError && error.code in STATES ? STATES[error.code as keyof typeof STATES] : null
