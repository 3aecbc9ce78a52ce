import { normalizeWebsite } from '@scanleaf/qr'
import type { Draft } from '../state/draft'
import { addressIn, contentOf } from '../state/draft'
import type { Progress } from '../state/drawing'
import { contentTypeOf, type FormTab } from '../state/tabs'

/** Size of the popup in px (spec §2). */
const POPUP = 'popup,width=550,height=450'

/** The shared link of a code: its target; of other contents the image, once it is saved. */
export function sharedAddress(tab: FormTab, draft: Draft, progress: Progress): string | null {
  if (progress.name === 'saved' && progress.code.codeRedirect !== null) return progress.code.codeRedirect
  const type = contentTypeOf(tab, draft)
  const address = addressIn(type, contentOf(draft, type))
  if (address !== null) return address === '' ? null : normalizeWebsite(address)
  return progress.name === 'saved' ? new URL(progress.code.qrImageUrl, window.location.origin).href : null
}

/** Opens Facebook's share page for an address in a popup. */
export function shareOnFacebook(address: string): void {
  const page = `https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(address)}`
  window.open(page, '_blank', `${POPUP},noopener`)
}
