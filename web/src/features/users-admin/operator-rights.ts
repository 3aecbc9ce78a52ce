import type { HeldRights } from '@scanleaf/shared'

/** Permissions of the operator on users. */
export interface Rights {
  ownId: string
  /** All that they may do: an administrator changes roles and masks. */
  held: HeldRights
  /** Suspensions and sessions. */
  mayUpdate: boolean
  /** Deletions, and keeping who was to be deleted. */
  mayDelete: boolean
}
