import { type FieldError, foldText } from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import { isCommonPassword } from './common-passwords'

/** Shorter names are parts of too many words. */
const MIN_NAME = 4

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

/** Without the digits at its ends. @example coreOf('2024matkhau1') // 'matkhau' */
const coreOf = (text: string): string => text.replace(/^\p{N}+|\p{N}+$/gu, '')

/**
 * @param field that is blamed
 * @throws AppError ValidationError for a password that is, but for what stands around it, one that many people use, and
 * for one that holds a name of its user or of the application
 */
export async function refuseGuessable(password: string, known: Known, field: string): Promise<void> {
  const problem = await problemOf(password, known)
  if (problem) throw new AppError('ValidationError', { [field]: problem })
}

async function problemOf(password: string, { username, email, appName }: Known): Promise<FieldError | null> {
  const plain = squeezed(password)
  for (const guess of [password.toLowerCase(), plain, coreOf(plain)])
    if (await isCommonPassword(guess)) return 'password-common'
  const holds = (name: string) => {
    const sought = squeezed(name)
    return sought.length >= MIN_NAME && plain.includes(sought)
  }
  if (holds(username)) return 'password-has-username'
  if (holds(email.slice(0, email.lastIndexOf('@')))) return 'password-has-email'
  return holds(appName) ? 'password-has-app-name' : null
}
