import { facebookShare, facebookUrl, website, websitePdf } from './addresses'
import type { ContentTypeDefinition } from './content-type'
import { email } from './email'
import { phone } from './phone'
import { plainText } from './plain-text'
import { sms } from './sms'
import { vcard } from './vcard'
import { wifi } from './wifi'

/** All content types by their name in spec §3. */
export const contentTypes = {
  Website: website,
  'Website-pdf': websitePdf,
  'Facebook Url': facebookUrl,
  'Facebook share': facebookShare,
  VCard: vcard,
  Text: plainText,
  Email: email,
  Phone: phone,
  Wifi: wifi,
  SMS: sms,
} as const

export type ContentTypeName = keyof typeof contentTypes

export const CONTENT_TYPE_NAMES = Object.keys(contentTypes) as ContentTypeName[]

/** Other names of the specification. */
const ALIASES: Readonly<Record<string, ContentTypeName>> = { pdf: 'Website-pdf' }

/** The type of this name without regard to case ('Vcard' is VCard, 'PDF' is Website-pdf); null for any other. */
export function contentTypeNamed(name: string): ContentTypeDefinition | null {
  const lower = name.toLowerCase()
  const known = CONTENT_TYPE_NAMES.find((candidate) => candidate.toLowerCase() === lower)
  const found = known ?? (Object.hasOwn(ALIASES, lower) ? ALIASES[lower] : undefined)
  return found ? contentTypes[found] : null
}
