import { dynamicLinkPayload } from '@scanleaf/qr'
import { AppError } from '../../platform/app-error'
import { symbolOf } from '../generator'
import type { UserCodeContext } from './create'
import { codeRedirectOf, designSettingsOf, frameLineOf, storedLogoOf } from './present'
import { findNewestCodes, type UserCodeRow } from './repository'
import { isSafe } from './scan-check'

/** The newest codes of an owner that are looked at, and the different designs among them that are judged. */
const CODES = 1000
const DESIGNS = 30

type Context = Pick<UserCodeContext, 'database' | 'generator' | 'codeHost'>

/**
 * Refuses a host for the links of an owner's codes when designs among them may not scan with it: a longer link makes
 * a larger symbol, and this one was judged when the code was saved.
 * @param linkHost a domain of the owner; null for the code host
 * @throws AppError DesignsNotScannable, which names codes
 */
export async function refuseUnscannableLinks(
  { database, generator, codeHost }: Context,
  userId: string,
  linkHost: string | null,
): Promise<void> {
  const judged = new Map<string, boolean>()
  const lost: string[] = []
  for (const code of await findNewestCodes(database.db, { userId, productId: 'dynamic-code' }, CODES)) {
    const drawn = grownWith(code, linkHost, codeHost)
    if (!drawn) continue
    const key = JSON.stringify([drawn.settings, drawn.logo, drawn.size])
    if (!judged.has(key)) {
      if (judged.size === DESIGNS) continue
      judged.set(key, (await generator.check(drawn)).passes)
    }
    if (!judged.get(key)) lost.push(code.name || (code.dynamicId ?? ''))
  }
  if (lost.length === 0) return
  throw new AppError('DesignsNotScannable', undefined, undefined, { values: { codes: lost } })
}

/** The drawing with the new link; null when its symbol is no larger than before, or scans in any size. */
function grownWith(code: UserCodeRow, linkHost: string | null, codeHost: string) {
  const settings = designSettingsOf(code.qrCustomSettings)
  const logo = storedLogoOf(code.logo)
  if (isSafe(settings, logo)) return null
  const payloadOn = (host: string | null) =>
    dynamicLinkPayload(codeRedirectOf({ dynamicId: code.dynamicId, linkHost: host }, codeHost) ?? '')
  const sizeOf = (payload: string) => symbolOf(payload, settings.errorCorrectionLevel).size
  const payload = payloadOn(linkHost)
  const size = sizeOf(payload)
  const frameLine = frameLineOf({ ...code, linkHost }, settings, codeHost)
  return size > sizeOf(payloadOn(code.linkHost)) ? { payload, settings, logo, frameLine, size } : null
}
