import { type FieldError, foldText } from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import { isCommonPassword } from './common-passwords'
import { isPattern, withoutLookAlikes } from './patterns'

/** Shorter names are parts of too many words. */
const MIN_NAME = 4
/** With fewer letters and digits the signs around them are most of a password. */
const MIN_PLAIN = 8

/** What a guesser knows of whoever sets a password. */
export interface Known {
  username: string
  email: string
  appName: string
}

/**
 * Without case, accents and all that parts words: what people change about a word to make a password of it.
 * @example squeezed('Mật khẩu!') // 'matkhau'
 */
const squeezed = (text: string): string => foldText(text).replaceAll(' ', '')

/** Without digits and signs at its ends. @example coreOf('2024matkhau1!') // 'matkhau' */
const coreOf = (text: string): string => text.replace(/^[\p{N}\p{P}\p{S}\s]+|[\p{N}\p{P}\p{S}\s]+$/gu, '')

/**
 * @param field that is blamed
 * @throws AppError ValidationError for a password that is, but for what stands around it and for signs in the place of
 * letters, one that many people use, for one that is a pattern, and for one that holds a name of its user or of the
 * application
 */
export async function refuseGuessable(password: string, known: Known, field: string): Promise<void> {
  const problem = await problemOf(password, known)
  if (problem) throw new AppError('ValidationError', { [field]: problem })
}

async function problemOf(password: string, { username, email, appName }: Known): Promise<FieldError | null> {
  const typed = password.toLowerCase()
  const plain = squeezed(password)
  const cores = [coreOf(plain), ...withoutLookAlikes(coreOf(typed)).map(squeezed)]
  for (const guess of [typed, plain, ...cores]) if (await isCommonPassword(guess)) return 'password-common'
  if (isPattern(typed) || (plain.length >= MIN_PLAIN && isPattern(plain))) return 'password-pattern'
  const wholes = [plain, ...withoutLookAlikes(typed).map(squeezed)]
  const holds = (name: string) => {
    const sought = squeezed(name)
    return sought.length >= MIN_NAME && wholes.some((whole) => whole.includes(sought))
  }
  if (holds(username)) return 'password-has-username'
  const mailbox = email.slice(0, email.lastIndexOf('@'))
  // One of several names in an address occurs in too many phrases, but is not a password by itself.
  const isPartOfMailbox = mailbox
    .split(/[._+-]/)
    .some((part) => part !== '' && cores.includes(squeezed(part)))
  if (isPartOfMailbox || holds(mailbox)) return 'password-has-email'
  return holds(appName) ? 'password-has-app-name' : null
}
