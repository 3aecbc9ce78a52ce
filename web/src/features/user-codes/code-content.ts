import type { UserCode } from '@scanleaf/shared'
import { onScreen, type Phrase, type Summary } from '../../lib/content-types'
import { withoutProtocol } from '../../lib/format/format'

type Contents = Pick<UserCode, 'codeContent'>

/** The texts in a code's `codeContent` by field; null when the stored text cannot be read. */
export function contentOf(code: Contents): Record<string, string> | null {
  try {
    const content: unknown = JSON.parse(code.codeContent)
    if (typeof content !== 'object' || content === null || Array.isArray(content)) return null
    const texts = Object.entries(content).filter(
      ([, value]) => typeof value === 'string' && value.trim() !== '',
    )
    return Object.fromEntries(texts)
  } catch {
    return null
  }
}

/** Where a dynamic code leads, or the address in a static Website; null when it cannot be read. */
export const websiteOf = (code: Contents): string | null => contentOf(code)?.['content'] ?? null

/** `codeContent` for an address, as a PATCH takes it. */
export const websiteContent = (address: string): string => JSON.stringify({ content: address })

/** A readable summary of a static code by its type (spec §2: content or type name). */
export function summaryOf(
  code: Contents & Pick<UserCode, 'contentType' | 'paymentCode'>,
  phrase: Phrase,
): Summary {
  if (code.paymentCode) {
    const { scheme, name, city, country } = code.paymentCode
    return { title: name || undefined, line: [scheme, city, country].filter(Boolean).join(' · ') }
  }
  const content = contentOf(code)
  return (content && onScreen(code.contentType)?.summary(content, phrase)) ?? {}
}

/** The name of a code on screen: its own, else the short link of a dynamic code, else the content of a static one. */
export function codeName(code: UserCode): string {
  if (code.name !== '') return code.name
  if (code.codeRedirect !== null) return withoutProtocol(code.codeRedirect)
  const { title, line } = summaryOf(code, (_, values) => Object.values(values)[0] ?? '')
  return title || line || code.contentType
}
