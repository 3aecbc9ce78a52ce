import type { SignedIn } from '@scanleaf/shared'
import { api } from '../../../lib/api/api'
import { offersPasskeysInField, provePasskey } from './passkey-browser'

const schemas = () => import('../response-schemas')
const PATH = '/identity/passkeys/sign-in'

/** A session by a passkey of this browser. @param isInField see `provePasskey` */
export async function signInByPasskey(isInField = false): Promise<SignedIn> {
  const open = { isAuthenticated: false }
  const options = async () => (await schemas()).PasskeyOptionsResponse
  const { result } = await api.post(`${PATH}/options`, undefined, options, open)
  const credential = await provePasskey(result.options, isInField)
  const signedIn = async () => (await schemas()).SignedInResponse
  return (await api.post(PATH, { credential }, signedIn, open)).result
}

/** Has the browser offer passkeys in the field of the user name; never ends where it cannot, or none is chosen. */
export async function offerPasskeys(onSignedIn: (session: SignedIn) => unknown): Promise<void> {
  if (!(await offersPasskeysInField())) return
  onSignedIn(await signInByPasskey(true))
}
