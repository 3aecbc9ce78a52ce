import type { DomainPath } from '@scanleaf/shared'
import { AppError } from '../../platform/app-error'
import type { Db } from '../../platform/db/database'
import { problemsOf, rowError } from '../code-batches'
import { closePaths, findUserCodes, openPaths, type UserCodeContext } from '../user-codes'
import { addressOf } from './reading/row'
import type { ImportRow } from './repository'
import type { RowResult, StoredRow } from './rows-repository'

/** Lets addresses of rows lead to codes that were there before, in one transaction with what the rows say of it. */
export async function addPaths(
  tx: Db,
  context: Pick<UserCodeContext, 'codeHost'>,
  { userId }: ImportRow,
  rows: readonly StoredRow[],
): Promise<RowResult[]> {
  const ids = rows.flatMap(({ codeId }) => codeId ?? [])
  const there = new Set((await findUserCodes(tx, userId, ids)).map(({ id }) => id))
  const wanted = rows.filter(({ codeId }) => there.has(codeId ?? '')).flatMap(pathsAddedBy)
  const outcomes = await openPaths(tx, context, userId, wanted)
  const refusals = new Map(
    wanted.flatMap(({ n }, index) => {
      const outcome = outcomes[index] ?? 'path-taken'
      return outcome === 'opened' ? [] : [[n, new AppError('ValidationError', { link: outcome })] as const]
    }),
  )
  // A row is done as a whole or not at all.
  await closePaths(
    tx,
    userId,
    wanted.filter(({ n }, index) => refusals.has(n) && outcomes[index] === 'opened'),
  )
  return rows.map(({ n, codeId }): RowResult => {
    const refusal = there.has(codeId ?? '') ? refusals.get(n) : rowError('code-gone')
    if (refusal) return { n, outcome: 'failed', problems: problemsOf(refusal), codeId: null }
    return { n, outcome: 'done', codeId }
  })
}

/** Takes back what a row added to a code that was there before. */
export async function removeAddedPaths(
  tx: Db,
  userId: string,
  rows: readonly StoredRow[],
): Promise<RowResult[]> {
  await closePaths(tx, userId, rows.flatMap(pathsAddedBy))
  return rows.map(({ n }): RowResult => ({ n, outcome: 'undone', codeId: null }))
}

/** Whether the code of a row was there before it. */
export const addsToCode = ({ problems }: StoredRow): boolean =>
  problems.some(({ code }) => code === 'path-added')

/** The paths that the dry run found closed, by the warnings that tell of them. */
function pathsAddedBy({ n, codeId, problems }: StoredRow): (DomainPath & { codeId: string; n: number })[] {
  return problems.flatMap(({ code, details }) => {
    const { host, path } = (code === 'path-added' && addressOf(String(details?.['address']))) || {}
    return host && path && codeId !== null ? [{ host, path, codeId, n }] : []
  })
}
