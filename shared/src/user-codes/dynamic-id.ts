import { SERVED_SEGMENTS } from '../routes'
import { MANUAL_ID_MAX, MANUAL_ID_MIN } from './limits'

export const DYNAMIC_ID_LENGTH = 8
export const DYNAMIC_ID_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** A manual id: 3 to 32 of `A-Z a-z 0-9 - _` (rulings §3). */
export const MANUAL_ID = new RegExp(`^[A-Za-z0-9_-]{${MANUAL_ID_MIN},${MANUAL_ID_MAX}}$`)

/** Ids are compared without case: the form under which an id is unique and found. */
export const dynamicIdKey = (id: string): string => id.toLowerCase()

/** Names that a host may come to serve, or that a program writes where it has no id. */
const NEVER_IDS =
  'api app billing favicon index languages locales metrics null robots root sitemap static undefined well-known www'

/** Ids that would hide what our hosts serve. */
export const RESERVED_IDS: ReadonlySet<string> = new Set([...SERVED_SEGMENTS, ...NEVER_IDS.split(' ')])

/** Why a manual id is invalid, or null. */
export function manualIdError(id: string): 'required' | 'invalid-dynamic-id' | 'reserved-dynamic-id' | null {
  if (id === '') return 'required'
  if (!MANUAL_ID.test(id)) return 'invalid-dynamic-id'
  return RESERVED_IDS.has(dynamicIdKey(id)) ? 'reserved-dynamic-id' : null
}
