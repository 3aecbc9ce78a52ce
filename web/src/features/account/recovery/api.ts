import { api } from '../../../lib/api/api'
import { provePasskey } from '../sign-in/passkey-browser'

/** Loaded with the first call, not with the first screen. */
const answers = () => import('./response-schemas')
const OPEN = { isAuthenticated: false }

export const requestRecovery = (login: string) =>
  api.post('/identity/recovery', { login }, async () => (await answers()).LinkSentResponse, OPEN)

/** Whose password the link sets. */
export const readRecovery = async (token: string) =>
  (
    await api.post(
      '/identity/recovery/check',
      { token },
      async () => (await answers()).RecoveryTargetResponse,
      OPEN,
    )
  ).result

/** The passkey assertion that the link requires. */
export async function proveForRecovery(token: string) {
  const options = async () => (await answers()).PasskeyOptionsResponse
  const { result } = await api.post('/identity/recovery/passkey/options', { token }, options, OPEN)
  return provePasskey(result.options)
}

/** @param proof of a user with a second factor */
export const setRecoveredPassword = async (
  token: string,
  newPassword: string,
  proof: { otp?: string; credential?: unknown } = {},
) =>
  (
    await api.post(
      '/identity/recovery/set',
      { token, newPassword, ...proof },
      async () => (await answers()).RecoveredResponse,
      OPEN,
    )
  ).result

/** @param password undefined where the session of this browser may be that of the account */
export const confirmEmail = async (token: string, password?: string) =>
  (
    await api.post(
      '/identity/email/confirm',
      { token, password },
      async () => (await answers()).ConfirmedEmailResponse,
    )
  ).result

export const undoChange = async (token: string) =>
  (
    await api.post(
      '/identity/changes/undo',
      { token },
      async () => (await answers()).UndoneChangeResponse,
      OPEN,
    )
  ).result

export const sendVerification = () =>
  api.post('/identity/email/verification', undefined, async () => (await answers()).LinkSentResponse)
