import { type AddressRules, type ContentTypeDefinition, contentTypeNamed } from '@scanleaf/qr'
import type { FieldErrors } from '@scanleaf/shared'
import { jsonOrNull } from '@scanleaf/shared/json'
import { AppError } from '../../platform/app-error'
import { contentError } from '../../platform/content-error'

/** Name by which callers of the original say that the content is an address. */
const ADDRESS = 'url'

/**
 * The text of the symbol for a content as a caller sends it: the fields of the type, as an object or JSON text, or for a
 * type of one field that field's value alone.
 * @throws AppError ValidationError naming `contentType`, `content` or the fields
 */
export function payloadFor(contentType: string, content: unknown, addressRules: AddressRules): string {
  const rules = contentTypeNamed(contentType.toLowerCase() === ADDRESS ? 'Website' : contentType)
  if (!rules) throw new AppError('ValidationError', { contentType: 'invalid-value' })
  const fields = fieldsOf(rules, content)
  if (!fields) throw new AppError('ValidationError', { content: 'invalid-value' })
  const problems = Object.entries(rules.validate(fields, addressRules)) as [string, FieldErrors[string]][]
  if (problems.length === 0) return rules.encode(rules.clean(fields))
  const [only] = rules.fields
  const isAlone = rules.fields.length === 1 && typeof content === 'string'
  if (isAlone && only) throw contentError({ content: problems[0]?.[1] ?? 'invalid-value' }, { content })
  throw contentError(Object.fromEntries(problems), fields)
}

function fieldsOf({ fields }: ContentTypeDefinition, content: unknown): Record<string, string> | null {
  const given = typeof content === 'string' ? jsonOrNull(content) : content
  const [only] = fields
  if (isRecord(given) && fields.some(({ name }) => name in given)) return given as Record<string, string>
  return typeof content === 'string' && only && fields.length === 1 ? { [only.name]: content } : null
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
