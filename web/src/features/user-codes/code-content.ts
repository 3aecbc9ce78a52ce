import type { UserCode } from '@scanleaf/shared'
import { onScreen, type Phrase, type Summary } from '../../lib/content-types'
import { withoutProtocol } from '../../lib/format/format'
import { storedContentOf } from '../../lib/stored-content'

type Contents = Pick<UserCode, 'codeContent'>

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
  const content = storedContentOf(code)
  return (content && onScreen(code.contentType)?.summary(content, phrase)) ?? {}
}

/** The name of a code on screen: its own, else the short link of a dynamic code, else the content of a static one. */
export function codeName(code: UserCode): string {
  if (code.name !== '') return code.name
  if (code.codeRedirect !== null) return withoutProtocol(code.codeRedirect)
  const { title, line } = summaryOf(code, (_, values) => Object.values(values)[0] ?? '')
  return title || line || code.contentType
}
