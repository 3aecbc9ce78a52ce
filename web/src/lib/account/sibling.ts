import type { Language, PublicConfig } from '@scanleaf/shared'
import { api } from '../api/api'

type Origins = Pick<PublicConfig, 'handoverCodeOrigins'>

const schema = async () => (await import('./response-schemas')).HandOverCodeResponse

/** Of an address that gets a code for the session as somebody leaves for it, and never the session itself. */
export const takesCode = ({ handoverCodeOrigins }: Origins, address: URL): boolean =>
  address.origin !== window.location.origin && handoverCodeOrigins.includes(address.origin)

/**
 * The address of a sibling product with the language; our own address stays as it is. Null when none is set up.
 * @param sid for a link that the specification gives the session (spec §2): it goes along where no code does
 * @param codeId the code that it is about (spec §2)
 */
export function siblingAddress(
  config: Origins,
  site: string,
  { sid, language, codeId }: { sid?: string; language: Language; codeId?: string },
): string | null {
  if (!URL.canParse(site)) return null
  const url = new URL(site)
  if (codeId !== undefined) url.searchParams.set('id', codeId)
  if (url.origin === window.location.origin) return url.href
  if (sid !== undefined && !takesCode(config, url)) url.searchParams.set('sid', sid)
  url.searchParams.set('lng', language)
  return url.href
}

/** Goes to an address of `siblingAddress`, with a new code where it takes one. @throws ApiError */
export async function leaveFor(config: Origins, address: string): Promise<void> {
  const url = new URL(address)
  if (takesCode(config, url)) url.searchParams.set('code', await handOverCode(url.origin))
  window.location.assign(url)
}

/**
 * Opens an address that takes a code in a new tab. The press itself opens the tab, as browsers allow no later one.
 * @throws ApiError
 */
export async function openWithCode(address: string): Promise<void> {
  const url = new URL(address)
  const tab = window.open('', '_blank')
  if (tab) tab.opener = null
  try {
    url.searchParams.set('code', await handOverCode(url.origin))
    ;(tab ?? window).location.assign(url)
  } catch (error) {
    tab?.close()
    throw error
  }
}

/** @param own of a session that is not stored: it ends when the code is exchanged */
export async function handOverCode(origin: string, own?: { sid: string }): Promise<string> {
  const { result } = await api.post(
    '/identity/sessions/code',
    { origin, endsSession: own !== undefined },
    schema,
    own && { headers: { authorization: `Bearer ${own.sid}` }, isAuthenticated: false },
  )
  return result.code
}
