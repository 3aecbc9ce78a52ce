import { MANUAL_ID_MAX, MANUAL_ID_MIN } from './limits'

export const DYNAMIC_ID_LENGTH = 8
export const DYNAMIC_ID_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** A manual id: 3 to 32 of `A-Z a-z 0-9 - _` (decisions: Ids). */
export const MANUAL_ID = new RegExp(`^[A-Za-z0-9_-]{${MANUAL_ID_MIN},${MANUAL_ID_MAX}}$`)

/** Ids are compared without case: the form under which an id is unique and found. */
export const dynamicIdKey = (id: string): string => id.toLowerCase()

/**
 * First path segments that our hosts serve or may come to serve. A test holds this list against the routes of the
 * server.
 */
export const RESERVED_IDS: ReadonlySet<string> = new Set(
  (
    'account admin api app assets auth billing config core-service docs domains dynamic-codes favicon gateway geo healthz help ' +
    'identity index languages locales login logout media metrics null openapi payment privacy product-service products ' +
    'qrcode-generator readyz robots root settings sitemap static static-codes terms undefined users verify-session ' +
    'verify-token webhooks well-known www'
  ).split(' '),
)

/** What is wrong with a manual id, or null. */
export function manualIdError(id: string): 'required' | 'invalid-dynamic-id' | 'reserved-dynamic-id' | null {
  if (id === '') return 'required'
  if (!MANUAL_ID.test(id)) return 'invalid-dynamic-id'
  return RESERVED_IDS.has(dynamicIdKey(id)) ? 'reserved-dynamic-id' : null
}
