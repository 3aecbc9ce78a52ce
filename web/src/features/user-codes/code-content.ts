import type { UserCode } from '@scanleaf/shared'

/** The address in the `codeContent` of a Website code; null when the stored text cannot be read. */
export function websiteOf(code: Pick<UserCode, 'codeContent'>): string | null {
  try {
    const content: unknown = JSON.parse(code.codeContent)?.content
    return typeof content === 'string' && content !== '' ? content : null
  } catch {
    return null
  }
}

/** `codeContent` for an address, as a PATCH takes it. */
export const websiteContent = (address: string): string => JSON.stringify({ content: address })

/** @example withoutProtocol('https://shop.example/a/') // 'shop.example/a' */
export const withoutProtocol = (address: string): string =>
  address.replace(/^https?:\/\//i, '').replace(/^([^/]+)\/$/, '$1')

/** What names a code on screen: the short link of a dynamic code, the content of a static one. */
export function codeName(code: UserCode): string {
  if (code.codeRedirect !== null) return withoutProtocol(code.codeRedirect)
  return websiteOf(code) ?? code.contentType
}

/** The address that a code's file is named after. */
export const addressOf = (code: UserCode): string => code.codeRedirect ?? websiteOf(code) ?? ''
