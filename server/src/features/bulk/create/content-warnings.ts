import {
  type ContentField,
  type ContentTypeName,
  cleanTyped,
  contentTypes,
  hasOuterSpace,
  lacksPrefix,
} from '@scanleaf/qr'
import type { FieldError } from '@scanleaf/shared'
import type { RowInput, RowProblem } from '../spec'

/** What a table did to the content of a row, as a person would not see it. */
export function contentWarnings(contentType: ContentTypeName, { content = {} }: RowInput): RowProblem[] {
  return contentTypes[contentType].fields.flatMap((field: ContentField): RowProblem[] => {
    const { name, kind } = field
    const value = content[name]
    if (typeof value !== 'string') return []
    const code = warningOf(kind, cleanTyped(field, value))
    return code ? [{ field: `content.${name}`, code, isWarning: true }] : []
  })
}

function warningOf(kind: string, value: string): FieldError | null {
  if (kind === 'phone') return lacksPrefix(value) ? 'phone-prefix' : null
  return (kind === 'spaced-line' || kind === 'password') && hasOuterSpace(value) ? 'outer-space' : null
}
