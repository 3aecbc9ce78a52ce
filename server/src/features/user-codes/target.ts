import { AppError } from '../../platform/app-error'
import type { DenyList } from '../../platform/deny-list'

/** @throws AppError ValidationError with field `content` for a site on the deny list */
export function refuseDenied(denyList: DenyList, target: string): void {
  if (denyList.hasTarget(target)) throw new AppError('ValidationError', { content: 'denied-target' })
}
