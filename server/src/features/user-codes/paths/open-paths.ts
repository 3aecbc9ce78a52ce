import { type DomainPath, pathAddress } from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import type { Db } from '../../../platform/db/database'
import { type KnownHosts, refuseLinkLoop } from '../content/redirect-loop'
import { lockPaths } from '../id-rules'
import { purgeGivingWay } from '../trash-repository'
import { refusalOf } from '../write/insert-codes'
import { type CodePath, deletePath, findPaths, insertPaths, lockPathCodes } from './repository'

/** `opened`: the path leads to the code, now or before. */
export type PathOutcome = 'opened' | 'path-taken' | 'url-loop'

/**
 * Lets paths of domains lead to codes of one owner, in one statement. The domain need not be the owner's yet: a path
 * serves once they have proven it. A path that another code of theirs has, or whose spelling without case is the id of
 * another one, is taken.
 * @param paths as `readPath` gives them, hosts in lower-case ASCII
 * @returns what became of each, in the order given
 * @throws AppError NotFound when a code is not a dynamic one of this owner
 */
export async function openPaths(
  tx: Db,
  { codeHost }: { codeHost: string },
  userId: string,
  paths: readonly CodePath[],
): Promise<PathOutcome[]> {
  if (paths.length === 0) return []
  const codes = await lockPathCodes(tx, userId, [...new Set(paths.map(({ codeId }) => codeId))])
  if (paths.some(({ codeId }) => !codes.has(codeId))) throw new AppError('NotFound')
  await lockPaths(tx, userId)
  await purgeGivingWay(tx, userId, { ids: [], paths })
  const nameOf = (each: CodePath) => `${each.codeId} ${pathAddress(each)}`
  const outcomes = new Map<string, PathOutcome>()
  const known: KnownHosts = new Map()
  for (const each of await insertPaths(tx, userId, paths)) {
    const { dynamicId, target } = codes.get(each.codeId) ?? { dynamicId: null, target: null }
    // The path may make an address of ours out of one that was nobody's when it became the target of a code.
    const isLoop =
      target !== null && (await refusalOf(() => refuseLinkLoop(tx, codeHost, dynamicId, target, known)))
    if (isLoop) await deletePath(tx, userId, each)
    outcomes.set(nameOf(each), isLoop ? 'url-loop' : 'opened')
  }
  return paths.map((each) => outcomes.get(nameOf(each)) ?? 'path-taken')
}

/** Ends paths, as far as they lead to these codes. */
export async function closePaths(tx: Db, userId: string, paths: readonly CodePath[]): Promise<void> {
  for (const path of paths) await deletePath(tx, userId, path)
}

/** The paths of codes, in the order in which they were opened; codes without one are missing. */
export async function pathsOf(db: Db, codeIds: readonly string[]): Promise<Map<string, DomainPath[]>> {
  const byCode = new Map<string, DomainPath[]>()
  for (const { codeId, host, path } of await findPaths(db, codeIds))
    byCode.set(codeId, [...(byCode.get(codeId) ?? []), { host, path }])
  return byCode
}
