import {
  dynamicLinkPayload,
  encodeSymbol,
  highestLevelThatFits,
  QrCapacityError,
  type QrSymbol,
  validateWebsite,
  websiteHref,
} from '@scanleaf/qr'
import { z } from 'zod'
import { AppError } from '../../platform/app-error'

const WebsiteContent = z.object({ content: z.string() })

/**
 * The address in the `codeContent` of a Website code (spec §3), as the URL standard serialises it: that is what is
 * stored, encoded and redirected to.
 * @throws AppError ValidationError with field `content` or `codeContent`
 */
export function readWebsite(codeContent: string): string {
  const parsed = WebsiteContent.safeParse(parseJson(codeContent))
  if (!parsed.success) throw new AppError('ValidationError', { codeContent: 'invalid-value' })
  const { content } = parsed.data
  const wrong = validateWebsite(content)
  if (wrong) throw new AppError('ValidationError', { content: wrong })
  return websiteHref(content)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export const websiteContent = (href: string): string => JSON.stringify({ content: href })

/** What the symbol of a code says: the link of a dynamic code, the content of a static one. */
export function payloadOf(code: { codeRedirect: string | null; codeContent: string }): string {
  return code.codeRedirect === null ? readWebsite(code.codeContent) : dynamicLinkPayload(code.codeRedirect)
}

/**
 * The symbol of a payload at level H, or at the highest level that holds it (decisions: level and length).
 * @throws AppError ValidationError when no level does
 */
export function symbolOf(payload: string): QrSymbol {
  const level = highestLevelThatFits(payload)
  if (!level) throw new AppError('ValidationError', { content: 'content-too-long' })
  try {
    return encodeSymbol(payload, { level })
  } catch (cause) {
    if (!(cause instanceof QrCapacityError)) throw cause
    throw new AppError('ValidationError', { content: 'content-too-long' }, undefined, { cause })
  }
}
