import { isPermitted, type PermittedAction, type Profile, type Resource } from '@scanleaf/shared'

/** Whether somebody may do something with a resource. */
export type Permissions = (resource: Resource, action: PermittedAction) => boolean

/** Administrators have their rights once they have signed in with a second factor, where that is required. */
export const actsAsAdmin = ({ role, needsSecondFactor }: Profile): boolean =>
  role === 'admin' && !needsSecondFactor

/** Permissions for the screens: the server checks every call. */
export const rightsOf =
  (profile: Profile): Permissions =>
  (resource, action) =>
    actsAsAdmin(profile) || isPermitted(profile.permissions[resource] ?? 0, action)

/** Whether the screens of a resource are offered. */
export const canRead = (profile: Profile, resource: Resource): boolean => rightsOf(profile)(resource, 'read')
