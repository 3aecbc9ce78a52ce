import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

/** Few need it, so it comes with the first use of a passkey. */
const library = () => import('@simplewebauthn/browser')

/** Whether pages of this address can use passkeys of this browser. */
export const canUsePasskeys = ({ hasPasskeys, appUrl }: { hasPasskeys: boolean; appUrl: string }): boolean =>
  hasPasskeys && 'PublicKeyCredential' in window && window.location.origin === new URL(appUrl).origin

/** @param options as the server made them @throws when the user gave up, or the browser has none to offer */
export async function createPasskey(options: object) {
  const { startRegistration } = await library()
  return startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })
}

/** @param isInField the browser offers passkeys in the field of the user name, and waits for a choice */
export async function provePasskey(options: object, isInField = false) {
  const { startAuthentication } = await library()
  return startAuthentication({
    optionsJSON: options as PublicKeyCredentialRequestOptionsJSON,
    useBrowserAutofill: isInField,
  })
}

export const offersPasskeysInField = async (): Promise<boolean> =>
  (await library()).browserSupportsWebAuthnAutofill()
