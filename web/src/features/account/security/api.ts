import type { Factors } from '@scanleaf/shared'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api/api'
import { useConfirmed } from '../../../lib/api/confirmation'
import { disconnectProvider, fetchIdentities, startConnecting } from '../providers/api'
import { leaveForProvider } from '../providers/tab'
import { createPasskey, provePasskey } from '../sign-in/passkey-browser'

/** The schemas come with the first call, not with the first screen. */
const answers = () => import('./response-schemas')
const confirmed = async () => (await answers()).ConfirmedResponse
const factors = async () => (await answers()).FactorsResponse
const ended = async () => (await answers()).EndedResponse
const options = async () => (await answers()).PasskeyOptionsResponse
const recoveryCodes = async () => (await answers()).RecoveryCodesResponse

const CONFIRM = '/identity/sessions/current/confirm'
const FACTORS = '/identity/factors'
const SESSIONS = '/identity/sessions'

/** @param otp empty where none is required */
export const confirmByPassword = (password: string, otp: string) =>
  api.post(CONFIRM, { password, ...(otp !== '' && { otp }) }, confirmed)

export async function confirmByPasskey() {
  const { result } = await api.post(`${CONFIRM}/passkey/options`, undefined, options)
  const credential = await provePasskey(result.options)
  await api.post(`${CONFIRM}/passkey`, { credential }, confirmed)
}

export const factorsQuery = queryOptions({
  queryKey: ['security', 'factors'],
  queryFn: async ({ signal }): Promise<Factors> => (await api.get(FACTORS, factors, { signal })).result,
})

export const identitiesQuery = queryOptions({
  queryKey: ['security', 'identities'],
  queryFn: ({ signal }) => fetchIdentities(signal),
})

export const sessionsQuery = queryOptions({
  queryKey: ['security', 'sessions'],
  queryFn: async ({ signal }) =>
    (await api.get(SESSIONS, async () => (await answers()).SessionsResponse, { signal })).result,
})

const setUpTotp = async () =>
  (await api.post(`${FACTORS}/totp`, undefined, async () => (await answers()).TotpSetupResponse)).result

const enableTotp = async (otp: string) =>
  (await api.put(`${FACTORS}/totp`, { otp }, recoveryCodes)).result.recoveryCodes

const renewRecoveryCodes = async () =>
  (await api.post(`${FACTORS}/recovery-codes`, undefined, recoveryCodes)).result.recoveryCodes

async function addPasskey(name: string) {
  const { result } = await api.post(`${FACTORS}/passkeys/options`, undefined, options)
  const credential = await createPasskey(result.options)
  return api.post(`${FACTORS}/passkeys`, { name, credential }, factors)
}

const renamePasskey = ({ id, name }: { id: string; name: string }) =>
  api.patch(`${FACTORS}/passkeys/${id}`, { name }, factors)

/** A change of the own factors: asks who it is where the server wants to know, and shows what became of it. */
function useFactorChange<Variables, Result>(change: (variables: Variables) => Promise<Result>) {
  const isSure = useConfirmed()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (variables: Variables) => isSure(() => change(variables)),
    onSettled: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: ['security'] }),
        client.invalidateQueries({ queryKey: ['account', 'profile'] }),
      ])
    },
  })
}

export const useSetUpTotp = () => useFactorChange<void, Awaited<ReturnType<typeof setUpTotp>>>(setUpTotp)
export const useEnableTotp = () => useFactorChange(enableTotp)
export const useDisableTotp = () =>
  useFactorChange<void, unknown>(() => api.delete(`${FACTORS}/totp`, factors))
export const useRenewRecoveryCodes = () => useFactorChange<void, string[]>(renewRecoveryCodes)
export const useAddPasskey = () => useFactorChange(addPasskey)
export const useRenamePasskey = () => useFactorChange(renamePasskey)
export const useRemovePasskey = () =>
  useFactorChange((id: string) => api.delete(`${FACTORS}/passkeys/${id}`, factors))
/** Leaves the page for the provider, whose name it takes. */
export const useConnectProvider = () =>
  useFactorChange((provider: string) => leaveForProvider(provider, 'connect', startConnecting(provider)))
export const useDisconnectProvider = () => useFactorChange(disconnectProvider)
/** @param which the id of a session, or `others` for all but this one */
export const useEndSession = () =>
  useFactorChange((which: string) => api.delete(`${SESSIONS}/${which}`, ended))
