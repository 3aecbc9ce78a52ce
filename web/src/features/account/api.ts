import type {
  MailPreferences,
  Profile,
  RegisterUser,
  SignedIn,
  UpdateMailPreferences,
  UpdateProfile,
  VerifiedSession,
} from '@scanleaf/shared'
import { api } from '../../lib/api/api'

/** Loaded with the first call, not with the first screen. */
const answers = () => import('./response-schemas')
const signedIn = async () => (await answers()).SignedInResponse
const registered = async () => (await answers()).RegisteredResponse
const verified = async () => (await answers()).VerifiedResponse
const profile = async () => (await answers()).ProfileResponse
const ended = async () => (await answers()).EndedResponse
const mailPreferences = async () => (await answers()).MailPreferencesResponse
const image = async () => (await answers()).ImageResponse

/** Credentials of RFC 7617 in UTF-8. */
function basicCredentials(username: string, password: string): string {
  const bytes = new TextEncoder().encode(`${username}:${password}`)
  return `Basic ${btoa(String.fromCharCode(...bytes))}`
}

/** @param otp empty where none is required */
export async function signIn(username: string, password: string, otp = ''): Promise<SignedIn> {
  const { result } = await api.post('/identity/users/auth', undefined, signedIn, {
    headers: { authorization: basicCredentials(username, password), ...(otp !== '' && { 'x-otp': otp }) },
    isAuthenticated: false,
  })
  return result
}

export const register = (user: RegisterUser) =>
  api.post('/identity/users', user, registered, { isAuthenticated: false })

/** Whom an invitation was sent to. */
export const readInvitation = async (token: string) =>
  (
    await api.post(
      '/identity/invitations/check',
      { token },
      async () => (await answers()).InvitationTargetResponse,
      { isAuthenticated: false },
    )
  ).result

/** The session that a code of a hand-over stands for. */
export const exchangeCode = async (code: string): Promise<SignedIn> =>
  (await api.post('/identity/sessions/exchange', { code }, signedIn, { isAuthenticated: false })).result

/** Whose session `sid` is. */
export async function verifySession(sid: string): Promise<VerifiedSession> {
  const { result } = await api.get('/verify-session', verified, {
    headers: { 'x-session-id': sid },
    isAuthenticated: false,
  })
  return result
}

export const fetchProfile = async (signal: AbortSignal): Promise<Profile> =>
  (await api.get('/identity/users/profile', profile, { signal })).result

export const updateProfile = async (change: UpdateProfile): Promise<Profile> =>
  (await api.patch('/identity/users/profile', change, profile)).result

/** Keeps the address; the link to another one is void. */
export const cancelEmailChange = async (): Promise<Profile> =>
  (await api.delete('/identity/email/pending', profile)).result

/** @param currentPassword undefined for somebody who has none */
export const changePassword = (currentPassword: string | undefined, newPassword: string) =>
  api.put('/identity/users/password', { currentPassword, newPassword }, ended)

export const fetchMailPreferences = async (signal: AbortSignal): Promise<MailPreferences> =>
  (await api.get('/mail/preferences', mailPreferences, { signal })).result

export const updateMailPreferences = async (wish: UpdateMailPreferences): Promise<MailPreferences> =>
  (await api.patch('/mail/preferences', wish, mailPreferences)).result

/** @returns the id of the stored image */
export async function uploadPhoto(photo: File): Promise<string> {
  const form = new FormData()
  form.set('photo', photo)
  return (await api.post('/media/images', form, image, { isOfPerson: true })).result.id
}

export const signOut = () => api.delete('/identity/sessions/current', ended)

export const signOutEverywhere = () => api.delete('/identity/sessions', ended)
