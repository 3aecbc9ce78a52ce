/**
 * The route above a path, or `/`.
 * @example parentPath('/dynamic-codes/choose-qrcode-type') // '/dynamic-codes'
 */
export const parentPath = (path: string): string => path.replace(/\/[^/]*\/?$/, '') || '/'

/** The address of a sibling product with the session and the language; null when none is set up. */
export function siteUrl(site: string, sid: string, language: string): string | null {
  if (!URL.canParse(site)) return null
  const url = new URL(site)
  url.searchParams.set('sid', sid)
  url.searchParams.set('lng', language)
  return url.href
}
