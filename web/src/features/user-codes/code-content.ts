import { fullName, type UserCode } from '@scanleaf/shared'
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

/** The text of a code's row: two lines, where a missing one is the name of the type. */
export interface Summary {
  title?: string | undefined
  line?: string | undefined
  /** Addresses and numbers keep their direction in every language. */
  isLtr?: boolean
}

/** A readable summary of a static code by its type (spec §2: content or type name). */
export function summaryOf(code: Contents & Pick<UserCode, 'contentType'>, smsLine: SmsLine): Summary {
  const content = contentOf(code)
  if (content === null) return {}
  const text = (field: string) => content[field]
  const join = (...fields: string[]) => fields.map(text).filter(Boolean).join(' · ') || undefined
  switch (code.contentType) {
    case 'Website':
    case 'Website-pdf':
      return { title: text('content'), isLtr: true }
    case 'Facebook Url':
    case 'Facebook share':
      return { line: withoutProtocol(text('facebookUrl') ?? text('shareFacebook') ?? ''), isLtr: true }
    case 'VCard':
      return {
        title:
          text('fullName') ??
          (fullName({ firstName: text('firstName') ?? '', lastName: text('lastName') ?? '' }) || undefined),
        line: join('companyName', 'email', 'mobilePhone'),
      }
    case 'Text':
      return { title: text('plainText')?.trim().split('\n', 1)[0] }
    case 'Email':
      return { title: text('emailTabE') ?? text('titleTabE'), line: text('emailTabE') && text('titleTabE') }
    case 'Phone':
      return { title: text('phoneNumber'), isLtr: true }
    case 'Wifi':
      return { line: `SSID: ${text('ssid') ?? ''}` }
    case 'SMS':
      return { line: smsLine({ text: text('smsContent') ?? '', number: text('smsNumber') ?? '' }) }
    default:
      return {}
  }
}

type SmsLine = (message: { text: string; number: string }) => string

/** The name of a code on screen: its own, else the short link of a dynamic code, else the content of a static one. */
export function codeName(code: UserCode): string {
  if (code.name !== '') return code.name
  if (code.codeRedirect !== null) return withoutProtocol(code.codeRedirect)
  return summaryOf(code, ({ number }) => number).title ?? code.contentType
}

/** The address that a code's file is named after. */
export const addressOf = (code: UserCode): string => code.codeRedirect ?? websiteOf(code) ?? code.name
