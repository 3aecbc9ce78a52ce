import type { DomainSettings } from '@scanleaf/shared'
import { currentSession } from '../../lib/session/session'

const ITEM = 'has-own-domain'
/** A domain that was set on another device is known here after this time. */
const KNOWN_FOR_MS = 86_400_000

const of = () => currentSession()?.userId ?? ''

/** The settings of the signed-in user, as just received. */
export function rememberDomain({ qrcodeDomain, ninecardDomain }: DomainSettings): void {
  const hasDomain = qrcodeDomain !== '' || ninecardDomain !== ''
  localStorage.setItem(ITEM, JSON.stringify({ of: of(), hasDomain, at: Date.now() }))
}

/** False for who had no domain when that was last asked, not long ago: there can be no news of one. */
export function mightHaveDomain(): boolean {
  const item = localStorage.getItem(ITEM)
  if (item === null) return true
  try {
    const known = JSON.parse(item)
    return known.hasDomain !== false || known.of !== of() || !(Date.now() - known.at < KNOWN_FOR_MS)
  } catch {
    return true
  }
}
