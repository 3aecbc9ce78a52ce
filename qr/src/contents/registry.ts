import type { FieldKind } from './content-field'
import type { ContentTypeDefinition } from './content-type'
import { facebookShare, facebookUrl, website, websitePdf } from './types/addresses'
import { chat } from './types/chat'
import { email } from './types/email'
import { event } from './types/event'
import { fps } from './types/fps'
import { khqr } from './types/khqr'
import { paymentCode } from './types/payment-code'
import { payNow } from './types/paynow'
import { phone } from './types/phone'
import { place } from './types/place'
import { plainText } from './types/plain-text'
import { promptPay } from './types/promptpay'
import { review } from './types/review'
import { sms } from './types/sms'
import { vcard } from './types/vcard'
import { vietQr } from './types/vietqr'
import { wifi } from './types/wifi'

/**
 * All content types by their name in spec §3. A new one is a module of `types/` and a line here: the compiler then names
 * the other places that must know it.
 */
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
  VietQR: vietQr,
  PaymentCode: paymentCode,
  PromptPay: promptPay,
  PayNow: payNow,
  KHQR: khqr,
  FPS: fps,
  Chat: chat,
  Event: event,
  Place: place,
  Review: review,
} as const

export type ContentTypeName = keyof typeof contentTypes

export const CONTENT_TYPE_NAMES = Object.keys(contentTypes) as ContentTypeName[]

/** The names of the fields of a content type. */
export type FieldNameOf<Type extends ContentTypeName> = Type extends ContentTypeName
  ? (typeof contentTypes)[Type]['fields'][number]['name']
  : never

/** The names of the fields of these kinds, of all content types. */
export const fieldsOfKind = (...kinds: readonly FieldKind[]): string[] =>
  CONTENT_TYPE_NAMES.flatMap((type): string[] => {
    const { fields }: ContentTypeDefinition = contentTypes[type]
    return fields.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name)
  })

/** Other names of the specification. */
const ALIASES: Readonly<Record<string, ContentTypeName>> = { pdf: 'Website-pdf' }

/** The type of this name without regard to case ('Vcard' is VCard, 'PDF' is Website-pdf); null for any other. */
export function contentTypeNamed(name: string): ContentTypeDefinition | null {
  const lower = name.toLowerCase()
  const known = CONTENT_TYPE_NAMES.find((candidate) => candidate.toLowerCase() === lower)
  const found = known ?? (Object.hasOwn(ALIASES, lower) ? ALIASES[lower] : undefined)
  return found ? contentTypes[found] : null
}
