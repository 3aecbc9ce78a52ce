import {
  Profile,
  RegisteredUser,
  type RegisterUser,
  resultOf,
  SignedIn,
  type UpdateProfile,
  VerifiedSession,
} from '@scanleaf/shared'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../lib/api'

const Ended = resultOf(z.object({ ended: z.number() }))
const Image = resultOf(z.object({ id: z.string() }))

/** Credentials of RFC 7617 in UTF-8. */
function basicCredentials(username: string, password: string): string {
  const bytes = new TextEncoder().encode(`${username}:${password}`)
  return `Basic ${btoa(String.fromCharCode(...bytes))}`
}

export async function signIn(username: string, password: string): Promise<SignedIn> {
  const { result } = await api.post('/identity/users/auth', undefined, resultOf(SignedIn), {
    headers: { authorization: basicCredentials(username, password) },
    isAuthenticated: false,
  })
  return result
}

export const register = (user: RegisterUser) =>
  api.post('/identity/users', user, resultOf(RegisteredUser), { isAuthenticated: false })

/** Whose session `sid` is. */
export async function verifySession(sid: string): Promise<VerifiedSession> {
  const { result } = await api.get('/verify-session', resultOf(VerifiedSession), {
    headers: { 'x-session-id': sid },
    isAuthenticated: false,
  })
  return result
}

export const profileQuery = queryOptions({
  queryKey: ['account', 'profile'],
  queryFn: async ({ signal }) =>
    (await api.get('/identity/users/profile', resultOf(Profile), { signal })).result,
  staleTime: 60_000,
})

export const updateProfile = async (change: UpdateProfile): Promise<Profile> =>
  (await api.patch('/identity/users/profile', change, resultOf(Profile))).result

export const changePassword = (currentPassword: string, newPassword: string) =>
  api.put('/identity/users/password', { currentPassword, newPassword }, Ended)

/** @returns the id of the stored image */
export async function uploadPhoto(photo: File): Promise<string> {
  const form = new FormData()
  form.set('photo', photo)
  return (await api.post('/media/images', form, Image)).result.id
}

export const signOut = () => api.delete('/identity/sessions/current', Ended)

export const signOutEverywhere = () => api.delete('/identity/sessions', Ended)
