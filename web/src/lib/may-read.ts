import { isPermitted, type Profile, type Resource } from '@scanleaf/shared'

/** Whether the screens of a resource are offered: the server judges every call. */
export const mayRead = ({ role, permissions }: Profile, resource: Resource): boolean =>
  role === 'admin' || isPermitted(permissions[resource] ?? 0, 'read')
