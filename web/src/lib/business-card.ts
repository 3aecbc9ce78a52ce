import type { Language, PublicConfig } from '@scanleaf/shared'

/**
 * The site that makes online business cards (spec §2), with the session it is opened for.
 * @param codeId the code of the card that is changed; without one a card is made
 */
export function onlineCardAddress(
  { links }: PublicConfig,
  language: Language,
  sid: string,
  codeId?: string,
): string {
  const url = new URL(links.businessCard)
  if (codeId !== undefined) url.searchParams.set('id', codeId)
  url.searchParams.set('sid', sid)
  url.searchParams.set('lng', language)
  return url.href
}
