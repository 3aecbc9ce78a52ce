import { isPermitted, type Profile } from '@scanleaf/shared'

/** Whether the operator's screens are offered: the server judges every call. */
export const mayOperate = ({ role, permissions }: Profile): boolean =>
  role === 'admin' || isPermitted(permissions['billing'] ?? 0, 'read')
