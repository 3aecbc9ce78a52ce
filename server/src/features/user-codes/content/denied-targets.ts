import { AppError } from '../../../platform/app-error'
import type { DenyList } from '../../../platform/deny-list'

/**
 * @param addresses by the field that has them
 * @throws AppError ValidationError with the fields that lead to a site on the deny list
 */
export function refuseDenied(denyList: DenyList, addresses: Readonly<Record<string, string>>): void {
  const denied = Object.keys(addresses).filter((field) => denyList.hasTarget(addresses[field] ?? ''))
  if (denied.length === 0) return
  throw new AppError('ValidationError', Object.fromEntries(denied.map((field) => [field, 'denied-target'])))
}
