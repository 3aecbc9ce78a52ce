import type { FieldDetails } from '../../platform/app-error'
import { AppError } from '../../platform/app-error'
import type { RowProblem } from './spec'

/**
 * What an error says about a row.
 * @param fieldOf the name of a field for the caller of the run
 */
export function problemsOf(
  { code, fields, details }: Pick<AppError, 'code' | 'fields' | 'details'>,
  fieldOf: (field: string) => string = (field) => field,
): RowProblem[] {
  if (!fields) return [{ field: '', code }]
  return Object.entries(fields).map(([field, problem]) => ({
    field: fieldOf(field),
    code: problem,
    ...detailsOf(details, field),
  }))
}

const detailsOf = (details: FieldDetails | undefined, field: string) => {
  const of = details?.[field]
  return of ? { details: of } : {}
}

/** An error about a row as a whole. */
export const rowError = (
  code:
    | 'changed-since'
    | 'code-gone'
    | 'code-scanned'
    | 'static-code'
    | 'no-destination'
    | 'workspace-leaving',
): AppError => new AppError('ValidationError', { '': code })
