import { dynamicIdKey } from '@scanleaf/shared'
import { and, eq, isNull } from 'drizzle-orm'
import { AppError } from '../../platform/app-error'
import type { Db } from '../../platform/db/database'
import type { UserCodeRow } from './repository'
import { codeTakedowns } from './table'

/** Whether an operator holds a printed id, with or without a code. */
export async function isTakenDown(db: Db, dynamicId: string): Promise<boolean> {
  const isHeld = and(eq(codeTakedowns.key, dynamicIdKey(dynamicId)), isNull(codeTakedowns.liftedAt))
  return (await db.$count(codeTakedowns, isHeld)) > 0
}

/** @throws AppError CodeTakenDown */
export function refuseTakenDown({ takedown }: Pick<UserCodeRow, 'takedown'>): void {
  if (takedown) throw new AppError('CodeTakenDown')
}
