import { normalForm } from '@scanleaf/qr'

/**
 * The one form in which user names and email addresses are compared, and in which they are judged (RFC 8265 §3.3,
 * UsernameCaseMapped, with the compatibility forms of UAX #15): without case, however the letters were composed, as
 * wide or as narrow as they are. The form of a form is itself.
 * @example identityKey('Nan＠quan．vn') // 'nan@quan.vn'
 */
export const identityKey = (text: string): string =>
  // A letter in lower case may be composed with a mark that its capital is not.
  normalForm(normalForm(text, 'NFKC').toLowerCase(), 'NFKC')

/** Looser than the rules for addresses, which were looser once; the full stop of Chinese is one to a mail program, too. */
const READS_AS_ADDRESS = /[^@]@[^@]+[.。][^@]/

/** Whether a user name or a login is one that may be somebody’s address, now or from the time of looser rules. */
export const readsAsAddress = (text: string): boolean => READS_AS_ADDRESS.test(identityKey(text))

/** As people sign in by name or address, a name that reads as an address is the person’s own. */
export const isOthersAddress = (username: string, email: string): boolean =>
  readsAsAddress(username) && identityKey(username) !== identityKey(email)
