import { isPermitted, type PermittedAction, type Profile, type Resource } from '@scanleaf/shared'

/** Whether somebody may do something with a resource. */
export type Permissions = (resource: Resource, action: PermittedAction) => boolean

/** What the screens offer: the server judges every call. */
export const rightsOf =
  ({ role, permissions }: Profile): Permissions =>
  (resource, action) =>
    role === 'admin' || isPermitted(permissions[resource] ?? 0, action)

/** Whether the screens of a resource are offered. */
export const canRead = (profile: Profile, resource: Resource): boolean => rightsOf(profile)(resource, 'read')
