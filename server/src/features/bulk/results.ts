import type { AppError } from '../../platform/app-error'
import type { FileStore } from '../../platform/files/file-store'
import type { Author } from '../../platform/http/acting'
import type { UserCodeContext } from '../user-codes'
import { problemsOf, rowError } from './problems'
import type { Run } from './repository'
import type { RowResult, StoredRow } from './rows-repository'

export type RunContext = Pick<
  UserCodeContext,
  'database' | 'clock' | 'codeHost' | 'quotas' | 'denyList' | 'addressRules'
> & { files: FileStore }

/** Who started a run. That they may make codes was checked then. */
export const authorOf = ({ userId, by }: Pick<Run, 'userId' | 'by'>): Author => ({
  ...{ ownerId: userId, by, mustVerifyEmail: false },
})

export const codeIdsOf = (rows: readonly StoredRow[]): string[] => rows.map(({ codeId }) => codeId ?? '')

/**
 * What became of a row by what became of its code.
 * @param outcome undefined for a code that is not there
 */
export function doneOf<T extends object>(
  { row }: Pick<StoredRow, 'row'>,
  outcome: T | AppError | undefined,
  resultOf: (outcome: T) => Omit<RowResult, 'row' | 'outcome'>,
  fieldOf?: (field: string) => string,
): RowResult {
  if (outcome === undefined) return failed(row, rowError('code-gone'), fieldOf)
  if (outcome instanceof Error) return failed(row, outcome as AppError, fieldOf)
  return { row, outcome: 'done', ...resultOf(outcome) }
}

export const failed = (row: number, error: AppError, fieldOf?: (field: string) => string): RowResult => ({
  ...{ row, outcome: 'failed', problems: problemsOf(error, fieldOf) },
})

/** @param reason why its code stays as it is; null for one that went back */
export const undoneOf = ({ row }: Pick<StoredRow, 'row'>, reason: AppError | null): RowResult =>
  reason === null ? { row, outcome: 'undone' } : { row, outcome: 'retained', problems: problemsOf(reason) }
