import {
  Confirmed,
  InvitationTarget,
  MailPreferences,
  PasskeyOptions,
  Profile,
  RegisteredUser,
  resultOf,
  SignedIn,
  VerifiedSession,
} from '@scanleaf/shared'
import * as z from 'zod'

export const SignedInResponse = resultOf(SignedIn)
export const RegisteredResponse = resultOf(RegisteredUser)
export const VerifiedResponse = resultOf(VerifiedSession)
export const ProfileResponse = resultOf(Profile)
/** How many sessions ended. */
export const EndedResponse = resultOf(z.object({ ended: z.number() }))
export const MailPreferencesResponse = resultOf(MailPreferences)
export const InvitationTargetResponse = resultOf(InvitationTarget)
export const ImageResponse = resultOf(z.object({ id: z.string() }))
export const PasskeyOptionsResponse = resultOf(PasskeyOptions)
export const ConfirmedResponse = resultOf(Confirmed)
