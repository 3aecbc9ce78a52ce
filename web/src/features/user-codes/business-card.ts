import type { Language, PublicConfig, UserCode } from '@scanleaf/shared'
import { siblingAddress } from '../../lib/session/sibling'

/**
 * Where the card behind a dynamic vCard code is edited: a page of the business-card site, which learns the code and
 * the session, or takes a code for it (spec §2). Null for any other code, and where no such site is set up.
 * @example cardEditAddress(config, code, { sid, language: 'vi' }) // 'https://card.example/edit?id=…&sid=…&lng=vi'
 */
export function cardEditAddress(
  config: Pick<PublicConfig, 'handoverCodeOrigins'> & { links: { businessCard: string } },
  code: Pick<UserCode, 'id' | 'contentType' | 'isDynamicCode'>,
  { sid, language }: { sid: string; language: Language },
): string | null {
  const site = config.links.businessCard
  if (site === '' || code.contentType !== 'VCard' || !code.isDynamicCode) return null
  const url = new URL(site)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/edit`
  return siblingAddress(config, url.href, { sid, language, codeId: code.id })
}
