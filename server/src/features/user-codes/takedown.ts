import { AppError } from '../../platform/app-error'
import type { UserCodeRow } from './repository'

/** @throws AppError CodeTakenDown */
export function refuseTakenDown({ takedown }: Pick<UserCodeRow, 'takedown'>): void {
  if (takedown) throw new AppError('CodeTakenDown')
}

/**
 * A change of a code that was taken down, by which its owner could steer it, now or once it is lifted. Its name, tags and
 * design are theirs, and they may delete it: the takedown holds the printed id.
 * @throws AppError CodeTakenDown
 */
export function refuseSteering(
  code: Pick<UserCodeRow, 'takedown'>,
  { target, enabled, rules }: { target?: string; enabled?: boolean; rules?: object },
): void {
  if (target !== undefined || enabled !== undefined || rules !== undefined) refuseTakenDown(code)
}
