import type { UserCode } from '@scanleaf/shared'
import { withoutProtocol } from '../../../lib/format/format'
import { readContent } from '../../../lib/qr/payload'

/** The name of a code, else its short link, else the first text of its content. */
export function codeTitle({ name, codeRedirect, codeContent, contentType }: UserCode): string {
  if (name !== '') return name
  if (codeRedirect !== null) return withoutProtocol(codeRedirect)
  return Object.values(readContent(codeContent) ?? {}).find(Boolean) ?? contentType
}
