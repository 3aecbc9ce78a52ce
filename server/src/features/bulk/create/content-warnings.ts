import { cleanTyped, contentTypes, hasOuterSpace, lacksPrefix } from '@scanleaf/qr'
import type { ContentType, FieldError } from '@scanleaf/shared'
import type { RowInput, RowProblem } from '../spec'

/** What a table did to the content of a row, as a person would not see it. */
export function contentWarnings(contentType: ContentType, { content = {} }: RowInput): RowProblem[] {
  return contentTypes[contentType].fields.flatMap(({ name, kind }): RowProblem[] => {
    const value = content[name]
    if (typeof value !== 'string') return []
    const code = warningOf(kind, cleanTyped(kind, value))
    return code ? [{ field: `content.${name}`, code, isWarning: true }] : []
  })
}

function warningOf(kind: string, value: string): FieldError | null {
  if (kind === 'phone') return lacksPrefix(value) ? 'phone-prefix' : null
  return (kind === 'spaced-line' || kind === 'password') && hasOuterSpace(value) ? 'outer-space' : null
}
