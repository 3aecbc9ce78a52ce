import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../../platform/db/database'
import {
  changeCodes,
  findUserCode,
  type LoggedRules,
  loggedRules,
  restoredRules,
  rulesLike,
  type UserCodeContext,
  type UserCodeRow,
  type Wanted,
} from '../../user-codes'
import { rowError } from '../problems'
import type { Run } from '../repository'
import { authorOf, codeIdsOf, doneOf, type RunContext } from '../results'
import type { RowResult, StoredRow } from '../rows-repository'
import type { ChangeOf } from '../spec'
import { takeBack } from './change-rows'

/**
 * What gives codes the rules that another one has now.
 * @returns what a code becomes; it throws for one that takes none
 */
export async function ruleCopier(
  db: Db,
  { addressRules }: Pick<UserCodeContext, 'addressRules'>,
  userId: string,
  { from }: Pick<ChangeOf<'rules'>, 'from'>,
): Promise<(code: UserCodeRow) => Wanted> {
  const source = await findUserCode(db, userId, from)
  return (code) => {
    if (!source || loggedRules(source.rules) === null) throw rowError('code-gone')
    // The content of a static code is printed.
    if (code.dynamicId === null) throw rowError('static-code')
    const rules = rulesLike(code.rules, source.rules, addressRules)
    return rules ? { rules } : {}
  }
}

/** Copies rules to the codes of rows. What they had before is kept as the log has it, without passwords. */
export async function copyRules(
  tx: Db,
  context: RunContext,
  run: Run,
  rows: readonly StoredRow[],
): Promise<RowResult[]> {
  const copied = await ruleCopier(tx, context, run.userId, run.spec as ChangeOf<'rules'>)
  const changed = await changeCodes(tx, context, authorOf(run), codeIdsOf(rows), copied)
  return rows.map((row) =>
    doneOf(row, changed.get(row.codeId ?? ''), ({ from, code }) => {
      const to = loggedRules(code.rules)
      return {
        before: { from: { rules: 'rules' in from ? loggedRules(from.rules) : to }, to: { rules: to } },
      }
    }),
  )
}

/** The rules come back only while a code has those that the run gave it. */
export const takeRulesBack = (tx: Db, context: RunContext, run: Run, rows: readonly StoredRow[]) =>
  takeBack(tx, context, run, rows, (code, { from, to }) => {
    if (!isDeepStrictEqual(loggedRules(code.rules), to['rules'])) throw rowError('changed-since')
    if (isDeepStrictEqual(from, to)) return {}
    return { rules: restoredRules(code.rules, from['rules'] as LoggedRules, context.addressRules) }
  })
