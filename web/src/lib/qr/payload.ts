import { type ContentTypeName, contentTypeNamed, contentTypes, dynamicLinkPayload } from '@scanleaf/qr'
import { addressRules } from '../forms/address-rules'

/** The text of the symbol of a static code; null while its content is invalid. */
export function contentPayload(
  type: ContentTypeName,
  content: Readonly<Record<string, string>>,
): string | null {
  const { clean, validate, encode } = contentTypes[type]
  return Object.keys(validate(content, addressRules())).length === 0 ? encode(clean(content)) : null
}

/** The text of the symbol of a saved code: the link of a dynamic code, else the content. */
export function savedPayload(code: {
  codeRedirect: string | null
  contentType: string
  codeContent: string
}): string | null {
  if (code.codeRedirect !== null) return dynamicLinkPayload(code.codeRedirect)
  const content = readContent(code.codeContent)
  const type = contentTypeNamed(code.contentType)
  return content && type ? type.encodeStored(content) : null
}

/** The text fields of a stored `codeContent`; null when it is not a JSON object. */
export function readContent(codeContent: string): Record<string, string> | null {
  try {
    const content: unknown = JSON.parse(codeContent)
    if (typeof content !== 'object' || content === null || Array.isArray(content)) return null
    const texts = Object.entries(content).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    )
    return Object.fromEntries(texts)
  } catch {
    return null
  }
}
