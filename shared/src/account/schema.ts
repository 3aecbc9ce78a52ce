import { cleanEmail, cleanPhone, emailProblem, phoneProblem } from '@scanleaf/qr'
import * as z from 'zod'
import { LANGUAGE_CODES } from '../languages'
import { Line, RequiredLine, Text } from '../wire'
import { identityKey, isOthersAddress } from './identity'
import { PlannedDeletion } from './leaving'
import { PASSWORD_MAX_BYTES, PASSWORD_MIN_LENGTH, passwordLength } from './password'

/** A rule that names its reason, as a check of a schema; an empty text is a matter of its own. */
const judgedBy = (problemOf: (text: string) => string | null) => (text: string, context: z.RefinementCtx) => {
  const problem = text === '' ? null : problemOf(text)
  if (problem) context.addIssue({ code: 'custom', message: problem })
}

const bytesOf = (text: string) => new TextEncoder().encode(text).length

/**
 * A new password: 10 characters to 256 bytes of UTF-8, of any kind (threats §2.1). Older ones may be shorter. The server
 * also refuses what is easy to guess (docs/decisions/sessions-and-sign-in.md).
 */
export const Password = Text.refine((text) => passwordLength(text) >= PASSWORD_MIN_LENGTH, {
  error: 'password-too-short',
}).refine((text) => bytesOf(text) <= PASSWORD_MAX_BYTES, { error: 'password-too-long' })

const NAME_MIN_LENGTH = 3
const NAME_MAX_LENGTH = 64
/** No colon: it ends the name in Basic credentials (RFC 7617 §2). */
const NAME = /^[^\s:\p{Cc}\p{Cf}]+$/u

/** Judged in the form in which it is compared, which may be shorter, longer, and of other characters. */
export const Username = RequiredLine.superRefine((name, context) => {
  const key = identityKey(name)
  if (key.length > NAME_MAX_LENGTH)
    context.addIssue({ code: 'too_big', origin: 'string', maximum: NAME_MAX_LENGTH, message: 'too-long' })
  else if (key.length < NAME_MIN_LENGTH) context.addIssue({ code: 'custom', message: 'too-short' })
  else if (!NAME.test(key)) context.addIssue({ code: 'custom', message: 'invalid-username' })
})

/** An address by the rules of codes, but in ASCII: not every mail server takes other letters (RFC 6531). */
export const EmailAddress = Text.overwrite(cleanEmail)
  .min(1, { error: 'required' })
  .superRefine(judgedBy(emailProblem))
  .pipe(z.email({ error: 'invalid-email' }))

export const PersonName = RequiredLine.max(100, { error: 'too-long' })

/** A number by the rules of codes, or empty. */
export const PhoneNumber = Text.overwrite(cleanPhone).superRefine(judgedBy(phoneProblem))

export const RegisterUser = z
  .object({
    username: Username,
    email: EmailAddress,
    password: Password,
    firstName: PersonName,
    lastName: PersonName,
    phone: PhoneNumber.default(''),
    setupToken: Line.max(256).optional(),
    /** Token of an invitation, where REGISTRATION asks for one. */
    invitation: Line.max(256).optional(),
  })
  .refine(({ username, email }) => !isOthersAddress(username, email), {
    path: ['username'],
    error: 'username-other-address',
  })
export type RegisterUser = z.input<typeof RegisterUser>

export const RegisteredUser = z.object({ id: z.string() })

/** Result of a sign-in; `sid` is both session id and bearer token, shown this once. */
export const SignedIn = z.object({
  id: z.string(),
  sid: z.string(),
  email: z.string(),
  admin: z.boolean(),
  expiresAt: z.iso.datetime(),
})
export type SignedIn = z.infer<typeof SignedIn>

/** Result of verify-session and verify-token. */
export const VerifiedSession = SignedIn.omit({ sid: true })
export type VerifiedSession = z.infer<typeof VerifiedSession>

export const Role = z.enum(['member', 'admin'])
export type Role = z.infer<typeof Role>

export const Profile = z.object({
  id: z.string(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** A link that was sent to `email` has been pressed. An outside account service may not say it. */
  emailVerified: z.boolean().default(false),
  /** No code can be made before `email` is verified. */
  mustVerifyEmail: z.boolean().default(false),
  /** The address that takes the place of `email` once its link is pressed; empty for none. */
  pendingEmail: z.string().default(''),
  phone: z.string(),
  /** Id of an image of /media/images, or empty. */
  photo: z.string(),
  role: Role,
  /** Permission mask per resource: create 8, read 4, update 2, delete 1. */
  permissions: z.record(z.string(), z.number().int().min(0).max(15)),
  /** An administrator who has the rights of a member until they sign in with a second factor. */
  needsSecondFactor: z.boolean().default(false),
  /** The account is deleted on its day, unless it is kept before; null otherwise. */
  deletion: PlannedDeletion.nullable().default(null),
  /** They work with others; left out for who works alone. */
  sharesWorkspaces: z.literal(true).optional(),
})
export type Profile = z.infer<typeof Profile>

export const UpdateProfile = z
  .object({
    firstName: PersonName,
    lastName: PersonName,
    email: EmailAddress,
    phone: PhoneNumber,
    photo: Text.regex(/^([A-Za-z0-9_-]{16,64})?$/, { error: 'invalid-value' }),
    /** Of the mails to the person. */
    language: z.enum(LANGUAGE_CODES, { error: 'invalid-choice' }),
  })
  .partial()
export type UpdateProfile = z.infer<typeof UpdateProfile>

/** PUT identity/users/password. `currentPassword` is left out by who has none, and proved who they are just now. */
export const ChangePassword = z.object({
  currentPassword: Text.max(1024).optional(),
  newPassword: Password,
})
export type ChangePassword = z.infer<typeof ChangePassword>
