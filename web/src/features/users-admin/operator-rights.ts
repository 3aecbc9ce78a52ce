/** Permissions of the operator on users. */
export interface Rights {
  ownId: string
  /** Roles and masks. */
  isAdmin: boolean
  /** Suspensions and sessions. */
  mayUpdate: boolean
}
