import type { DomainPath } from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import type { Db } from '../../../platform/db/database'
import { closePaths, findUserCodes, openPaths, type UserCodeContext } from '../../user-codes'
import { rowError } from '../problems'
import type { Run } from '../repository'
import { codeIdsOf, failed } from '../results'
import type { RowResult, StoredRow } from '../rows-repository'
import { addressOf } from './reading/row'

/** Lets addresses of rows lead to codes that were there before, in one transaction with what the rows say of it. */
export async function addPaths(
  tx: Db,
  context: Pick<UserCodeContext, 'codeHost'>,
  { userId }: Pick<Run, 'userId'>,
  rows: readonly StoredRow[],
): Promise<RowResult[]> {
  const there = new Set((await findUserCodes(tx, userId, codeIdsOf(rows))).map(({ id }) => id))
  const wanted = rows.filter(({ codeId }) => there.has(codeId ?? '')).flatMap(pathsAddedBy)
  const outcomes = await openPaths(tx, context, userId, wanted)
  const refusals = new Map(
    wanted.flatMap(({ row }, index) => {
      const outcome = outcomes[index] ?? 'path-taken'
      return outcome === 'opened' ? [] : [[row, new AppError('ValidationError', { link: outcome })] as const]
    }),
  )
  // A row is done as a whole or not at all.
  await closePaths(
    tx,
    userId,
    wanted.filter(({ row }, index) => refusals.has(row) && outcomes[index] === 'opened'),
  )
  return rows.map(({ row, codeId }): RowResult => {
    const refusal = there.has(codeId ?? '') ? refusals.get(row) : rowError('code-gone')
    return refusal ? { ...failed(row, refusal), codeId: null } : { row, outcome: 'done' }
  })
}

/** Takes back what a row added to a code that was there before. */
export async function removeAddedPaths(
  tx: Db,
  userId: string,
  rows: readonly StoredRow[],
): Promise<RowResult[]> {
  await closePaths(tx, userId, rows.flatMap(pathsAddedBy))
  return rows.map(({ row }): RowResult => ({ row, outcome: 'undone', codeId: null }))
}

/** Whether the code of a row was there before it. */
export const addsToCode = ({ problems }: StoredRow): boolean =>
  problems.some(({ code }) => code === 'path-added')

/** The paths that the dry run found closed, by the warnings that tell of them. */
function pathsAddedBy({
  row,
  codeId,
  problems,
}: StoredRow): (DomainPath & { codeId: string; row: number })[] {
  return problems.flatMap(({ code, details }) => {
    const { host, path } = (code === 'path-added' && addressOf(String(details?.['address']))) || {}
    return host && path && codeId !== null ? [{ host, path, codeId, row }] : []
  })
}
