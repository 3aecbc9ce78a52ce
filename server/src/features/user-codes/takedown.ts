import { AppError } from '../../platform/app-error'
import type { UserCodeRow } from './repository'

/** @throws AppError CodeTakenDown */
export function refuseTakenDown({ takedown }: Pick<UserCodeRow, 'takedown'>): void {
  if (takedown) throw new AppError('CodeTakenDown')
}
