/** What the operator may do with users. */
export interface Rights {
  ownId: string
  /** Roles and masks. */
  isAdmin: boolean
  /** Suspensions and sessions. */
  mayUpdate: boolean
  /** Deletions, and keeping who was to be deleted. */
  mayDelete: boolean
}
