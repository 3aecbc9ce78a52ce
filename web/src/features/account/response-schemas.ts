import { Profile, RegisteredUser, resultOf, SignedIn, VerifiedSession } from '@scanleaf/shared'
import { z } from 'zod'

export const SignedInAnswer = resultOf(SignedIn)
export const RegisteredAnswer = resultOf(RegisteredUser)
export const VerifiedAnswer = resultOf(VerifiedSession)
export const ProfileAnswer = resultOf(Profile)
/** How many sessions ended. */
export const EndedAnswer = resultOf(z.object({ ended: z.number() }))
export const ImageAnswer = resultOf(z.object({ id: z.string() }))
