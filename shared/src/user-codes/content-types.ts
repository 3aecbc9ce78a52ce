import type { ContentTypeName, FieldNameOf } from '@scanleaf/qr'

interface ContentTypeRow<Type extends ContentTypeName> {
  /** A code of this type can be dynamic: its `content` is where the redirect leads. */
  isDynamic: boolean
  /** The field that tells codes without a name apart, by which their files are named; null for an address. */
  fileNameField: FieldNameOf<Type> | null
}

/**
 * What both sides know of each content type of spec §3, without its encoder. One that is missing here does not compile.
 */
const CONTENT_TYPES: Readonly<{ [Type in ContentTypeName]: ContentTypeRow<Type> }> = {
  Website: { isDynamic: true, fileNameField: null },
  'Website-pdf': { isDynamic: true, fileNameField: null },
  'Facebook Url': { isDynamic: false, fileNameField: null },
  'Facebook share': { isDynamic: false, fileNameField: null },
  VCard: { isDynamic: true, fileNameField: 'fullName' },
  Text: { isDynamic: false, fileNameField: 'plainText' },
  Email: { isDynamic: false, fileNameField: 'emailTabE' },
  Phone: { isDynamic: false, fileNameField: 'phoneNumber' },
  Wifi: { isDynamic: false, fileNameField: 'ssid' },
  SMS: { isDynamic: false, fileNameField: 'smsNumber' },
  VietQR: { isDynamic: false, fileNameField: 'accountName' },
  PaymentCode: { isDynamic: false, fileNameField: null },
  PromptPay: { isDynamic: false, fileNameField: 'id' },
  PayNow: { isDynamic: false, fileNameField: 'accountName' },
  KHQR: { isDynamic: false, fileNameField: 'accountName' },
  FPS: { isDynamic: false, fileNameField: 'id' },
  Chat: { isDynamic: false, fileNameField: 'account' },
  Event: { isDynamic: false, fileNameField: 'title' },
  Place: { isDynamic: false, fileNameField: 'name' },
  Review: { isDynamic: false, fileNameField: 'service' },
}

/** The names of all content types, as they are stored. */
export const STORED_TYPES = Object.keys(CONTENT_TYPES) as ContentTypeName[]

/** Content types of a dynamic code: where its redirect leads is the `content` of each. */
export const DYNAMIC_CONTENT_TYPES: readonly ContentTypeName[] = STORED_TYPES.filter(
  (type) => CONTENT_TYPES[type].isDynamic,
)

/** The field by which a file of this type is named; null for an address and for an unknown type. */
export const fileNameFieldOf = (type: string): string | null =>
  Object.hasOwn(CONTENT_TYPES, type) ? CONTENT_TYPES[type as ContentTypeName].fileNameField : null
