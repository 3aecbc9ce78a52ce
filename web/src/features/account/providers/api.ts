import type { Identities, ProvenSingleSignOn } from '@scanleaf/shared'
import { api } from '../../../lib/api/api'

/** The schemas come with the first call, not with the first screen. */
const answers = () => import('./response-schemas')
const started = async () => (await answers()).StartedResponse
const exchanged = async () => (await answers()).ExchangedResponse
const confirmed = async () => (await answers()).ConfirmedResponse
const identities = async () => (await answers()).IdentitiesResponse

const IDENTITIES = '/identity/identities'
const CONFIRM = '/identity/sessions/current/confirm/oidc'

const startAt = (path: string, isAuthenticated: boolean) => async (verifierHash: string) =>
  (await api.post(`${path}/start`, { verifierHash }, started, { isAuthenticated })).result.url

/** Each answers the address of the provider for the hash of a verifier. */
export const startSignInBy = (provider: string) => startAt(`/identity/oidc/${provider}`, false)
export const startConnecting = (provider: string) => startAt(`${IDENTITIES}/${provider}`, true)
export const startConfirmingBy = (provider: string) => startAt(`${CONFIRM}/${provider}`, true)

/** @param otp empty where none is asked for */
export const exchangeSingleSignOn = async (proven: ProvenSingleSignOn, otp: string) =>
  (
    await api.post('/identity/oidc/exchange', proven, exchanged, {
      isAuthenticated: false,
      headers: otp === '' ? {} : { 'x-otp': otp },
    })
  ).result

/** @param otp empty where none is asked for */
export const confirmByProvider = (proven: ProvenSingleSignOn, otp: string) =>
  api.post(CONFIRM, { ...proven, ...(otp !== '' && { otp }) }, confirmed)

/** @param sid of whose account it is; that of the present session when absent */
export const connectProvider = (proven: ProvenSingleSignOn, sid?: string) =>
  api.post(
    IDENTITIES,
    proven,
    identities,
    sid === undefined ? {} : { isAuthenticated: false, headers: { authorization: `Bearer ${sid}` } },
  )

export const disconnectProvider = (provider: string) => api.delete(`${IDENTITIES}/${provider}`, identities)

export const fetchIdentities = async (signal: AbortSignal): Promise<Identities> =>
  (await api.get(IDENTITIES, identities, { signal })).result
