import { hasCapability } from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import type { Db } from '../../../platform/db/database'
import type { Acting } from '../../../platform/http/acting'
import { findRoleOf, nameOfFurther } from '../../workspaces'
import type { ChangeOf } from '../spec'

/** Whether somebody may change codes in a workspace. */
export async function mayWriteIn(db: Db, workspaceId: string, personId: string): Promise<boolean> {
  const role = await findRoleOf(db, workspaceId, personId)
  return role !== null && hasCapability(role, 'codes:write')
}

/**
 * Where codes of a workspace move, as a run keeps it.
 * @throws AppError ValidationError for the workspace itself, and for one where the person may not change codes
 */
export async function moveTo(
  db: Db,
  { ownerId, personId }: Pick<Acting, 'ownerId' | 'personId'>,
  to: string,
): Promise<ChangeOf<'move'>> {
  if (to === ownerId || !(await mayWriteIn(db, to, personId)))
    throw new AppError('ValidationError', { to: 'no-destination' })
  const [toName, fromName] = [await nameOfFurther(db, to), await nameOfFurther(db, ownerId)]
  return { kind: 'move', to, personId, toName, fromName }
}
