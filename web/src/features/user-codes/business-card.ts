import type { Language, PublicConfig, UserCode } from '@scanleaf/shared'
import { leaveFor, siblingAddress } from '../../lib/account/sibling'
import { currentSession } from '../../lib/session/session'

type Site = Pick<PublicConfig, 'handoverCodeOrigins'> & { links: { businessCard: string } }

/**
 * Where the card behind an online card is edited: a page of the business-card site, which learns the code and the
 * session, or takes a code for it (spec §2).
 * @example cardEditAddress(config, code, { sid, language: 'vi' }) // 'https://card.example/edit?id=…&sid=…&lng=vi'
 */
export function cardEditAddress(
  config: Site,
  { id }: Pick<UserCode, 'id'>,
  { sid, language }: { sid: string; language: Language },
): string | null {
  const url = new URL(config.links.businessCard)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/edit`
  return siblingAddress(config, url.href, { sid, language, codeId: id })
}

/** Goes there. @throws ApiError */
export async function leaveForCard(
  config: Site,
  code: Pick<UserCode, 'id'>,
  language: Language,
): Promise<void> {
  const address = cardEditAddress(config, code, { sid: currentSession()?.sid ?? '', language })
  if (address) await leaveFor(config, address)
}
