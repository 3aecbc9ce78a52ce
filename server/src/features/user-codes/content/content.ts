import {
  type AddressRules,
  type ContentTypeDefinition as ContentRules,
  contentTypes,
  dynamicLinkPayload,
  encodeSymbol,
  type FieldKind,
  type FieldProblems,
  highestLevelThatFits,
  QrCapacityError,
  validateWebsite,
  websiteHref,
} from '@scanleaf/qr'
import { type ContentType, DYNAMIC_CONTENT_TYPES, type FieldErrors, withFullName } from '@scanleaf/shared'
import { jsonOrNull } from '@scanleaf/shared/json'
import { AppError } from '../../../platform/app-error'
import { contentError } from '../../../platform/content-error'

/** A content as it is stored. */
export interface StoredContent {
  /** JSON text with the fields of the type and no others. */
  codeContent: string
  /** Where the redirect of a dynamic code leads; null for a static code. */
  target: string | null
}

type Fields = Record<string, unknown>

/**
 * The content of a dynamic code: an address, as the URL standard serialises it.
 * @param current the target that it is to replace
 * @throws AppError ValidationError naming `contentType`, `codeContent` or `content`
 */
export function readDynamicContent(
  contentType: string,
  codeContent: string,
  rules: AddressRules,
  current?: string,
): StoredContent & { target: string } {
  if (!(DYNAMIC_CONTENT_TYPES as readonly string[]).includes(contentType))
    throw new AppError('ValidationError', { contentType: 'invalid-value' })
  const { content = '' } = readFields(codeContent)
  if (typeof content !== 'string') throw new AppError('ValidationError', { content: 'invalid-value' })
  const target = readAddress('content', content, rules, current)
  return { codeContent: JSON.stringify({ content: target }), target }
}

/**
 * An address that a user entered, as it is stored: as the URL standard serialises it.
 * @param current the address that it is to replace
 * @throws AppError ValidationError naming the field, and the host that is wrong
 */
export function readAddress(field: string, text: string, rules: AddressRules, current?: string): string {
  const wrong = validateWebsite(text, rules)
  if (!wrong) return websiteHref(text, current)
  throw contentError({ [field]: wrong }, { [field]: text })
}

/**
 * The content of a static code by the rules of its type, which are those of the screen.
 * @throws AppError ValidationError naming the fields, or the longest one when no symbol holds the whole
 */
export function readStaticContent(
  contentType: ContentType,
  codeContent: string,
  addressRules: AddressRules,
): StoredContent {
  const rules: ContentRules = contentTypes[contentType]
  const given = readFields(codeContent)
  const content = rules.clean(given)
  const wrong: FieldProblems = rules.validate(given, addressRules)
  const [tooLongField] = Object.keys(wrong)
  if (tooLongField !== undefined) {
    if (isMoreThanFits(rules, wrong)) throw tooLong(rules.encode(content), tooLongField)
    throw contentError(wrong as FieldErrors, given)
  }
  const complete = withFullName(contentType, content)
  refuseTooLong(rules.encode(complete), content)
  return { codeContent: JSON.stringify(complete), target: null }
}

/** The web addresses that a content leads people to, by field. */
export function addressesIn({
  contentType,
  codeContent,
}: Pick<Encoded, 'codeContent'> & { contentType: ContentType }) {
  const { fields }: ContentRules = contentTypes[contentType]
  const content = readFields(codeContent) as Record<string, string>
  const addresses = fields.filter(({ name, kind }) => kind === 'url' && content[name])
  return Object.fromEntries(addresses.map(({ name }) => [name, content[name] ?? '']))
}

/** Kinds that hold any text: one that is too long for them is too long for any symbol. */
const TEXT_KINDS: ReadonlySet<FieldKind> = new Set(['line', 'multiline', 'password'])

/** Whether the only thing wrong are texts longer than any symbol; an address may be shorter, which is another thing. */
const isMoreThanFits = ({ fields }: ContentRules, wrong: FieldProblems): boolean =>
  fields.every(({ name, kind }) => {
    const problem = wrong[name]
    return !problem || (problem === 'too-long' && TEXT_KINDS.has(kind))
  })

function readFields(codeContent: string): Fields {
  const value = jsonOrNull(codeContent)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new AppError('ValidationError', { codeContent: 'invalid-value' })
  return value as Fields
}

function refuseTooLong(payload: string, content: Record<string, string>): void {
  if (highestLevelThatFits(payload) !== null) return
  const [longest = 'content'] = Object.keys(content).sort(
    (a, b) => (content[b]?.length ?? 0) - (content[a]?.length ?? 0),
  )
  throw tooLong(payload, longest)
}

/** Says by how many bytes a payload is too long for any symbol. */
function tooLong(payload: string, field: string): AppError {
  try {
    encodeSymbol(payload, { level: 'L' })
  } catch (cause) {
    if (!(cause instanceof QrCapacityError)) throw cause
    const { excessBytes, maxBytes } = cause
    return new AppError('ValidationError', { [field]: 'content-too-long' }, undefined, {
      cause,
      details: { [field]: { excessBytes, maxBytes } },
    })
  }
  throw new Error('the payload fits')
}

/** What of a code its symbol is made from. */
export interface Encoded {
  contentType: string
  codeContent: string
  /** The link of a dynamic code; null for a static one. */
  codeRedirect: string | null
}

/**
 * The text of the symbol of a stored code: the link of a dynamic code, the content of a static one. Null when the stored
 * content cannot be read.
 */
export function payloadOf({ contentType, codeContent, codeRedirect }: Encoded): string | null {
  if (codeRedirect !== null) return dynamicLinkPayload(codeRedirect)
  const rules: ContentRules | undefined = Object.hasOwn(contentTypes, contentType)
    ? contentTypes[contentType as ContentType]
    : undefined
  const content = jsonOrNull(codeContent)
  if (!rules || typeof content !== 'object' || content === null) return null
  const payload = rules.encodeStored(content as Fields)
  return payload === null || highestLevelThatFits(payload) === null ? null : payload
}
