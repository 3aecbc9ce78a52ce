import type { UserCode } from '@scanleaf/shared'

/**
 * Where the card behind a dynamic vCard code is edited: a page of the business-card site, which learns the code and
 * the session (spec §2). Null for any other code, and where no such site is set up.
 * @example cardEditAddress('https://card.example', code, sid, 'vi') // 'https://card.example/edit?id=…&sid=…&lng=vi'
 */
export function cardEditAddress(
  site: string,
  code: Pick<UserCode, 'id' | 'contentType' | 'isDynamicCode'>,
  sid: string,
  language: string,
): string | null {
  if (site === '' || code.contentType !== 'VCard' || !code.isDynamicCode) return null
  const url = new URL(site)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/edit`
  for (const [name, value] of Object.entries({ id: code.id, sid, lng: language })) {
    url.searchParams.set(name, value)
  }
  return url.href
}
