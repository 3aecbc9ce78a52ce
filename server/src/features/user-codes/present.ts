import { createHash } from 'node:crypto'
import {
  DEFAULT_QR_SETTINGS,
  EmvError,
  type QrCustomSettings,
  readPaymentCode,
  readSettings,
} from '@scanleaf/qr'
import { StoredLogo, type UserCode } from '@scanleaf/shared'
import { jsonOrNull } from '@scanleaf/shared/json'
import type { DrawnCode } from '../generator'
import { payloadOf } from './content/content'
import type { UserCodeRow } from './repository'
import { linkRulesOf } from './rules/next-rules'

export interface Addresses {
  appUrl: string
  codeHost: string
}

/** Where the links of an owner's codes begin: at their own domain, which is served over https, or at the code host. */
export const linkBaseOf = (linkHost: string | null, codeHost: string): string =>
  linkHost === null ? codeHost : `https://${linkHost}`

/** The link with the id as the owner wrote it, or null for a static code. */
export const codeRedirectOf = (
  { dynamicId, linkHost }: Pick<UserCodeRow, 'dynamicId' | 'linkHost'>,
  codeHost: string,
): string | null => (dynamicId === null ? null : `${linkBaseOf(linkHost, codeHost)}/${dynamicId}`)

/** Stored settings that cannot be read are shown, and drawn, as the defaults. */
export function designSettingsOf(stored: unknown) {
  try {
    return readSettings(stored)
  } catch {
    return DEFAULT_QR_SETTINGS
  }
}

export const storedLogoOf = (stored: unknown): StoredLogo | null => StoredLogo.safeParse(stored).data ?? null

/** What the second line of a code's frame says; null without one, and for what a static code does not have. */
export function frameLineOf(
  row: Pick<UserCodeRow, 'dynamicId' | 'linkHost' | 'name'>,
  { frame }: QrCustomSettings,
  codeHost: string,
): string | null {
  if (frame?.line === undefined) return null
  if (frame.line === 'name') return row.name || null
  const link = frame.line === 'link' ? codeRedirectOf(row, codeHost) : row.dynamicId
  return link?.replace(/^https?:\/\//, '') ?? null
}

/** All that the picture of a saved code depends on; null when its content cannot be read. */
export function drawnCodeOf(row: Drawable, codeHost: string): DrawnCode | null {
  const payload = payloadOf({ ...row, codeRedirect: codeRedirectOf(row, codeHost) })
  if (payload === null) return null
  const settings = designSettingsOf(row.qrCustomSettings)
  return {
    payload,
    settings,
    logo: storedLogoOf(row.logo),
    frameLine: frameLineOf(row, settings, codeHost),
  }
}

/** Goes up when the same code is drawn as other bytes, so that no cache keeps a picture of the old drawing. */
const DRAWING = 4

/** Changes with all that the picture of a code depends on, so that a picture under its version never gets old. */
export function imageVersionOf(
  row: Drawable,
  codeHost: string,
  settings = designSettingsOf(row.qrCustomSettings),
): string {
  const content = codeRedirectOf(row, codeHost) ?? [row.contentType, row.codeContent]
  const line = settings.frame ? [frameLineOf(row, settings, codeHost)] : []
  const parts = JSON.stringify([DRAWING, content, settings, row.logo, ...line])
  return createHash('sha1').update(parts).digest('base64url').slice(0, 12)
}

export type Drawable = Pick<
  UserCodeRow,
  'dynamicId' | 'linkHost' | 'contentType' | 'codeContent' | 'qrCustomSettings' | 'logo' | 'name'
>

function presentRules(stored: unknown): UserCode['rules'] {
  if (stored === null) return null
  const { rules, revision } = linkRulesOf(stored)
  return { count: rules.length, revision }
}

/** What a bank's own code says; nothing of another type, or where the stored text cannot be read. */
function paymentCodeOf({ contentType, codeContent }: UserCodeRow): Pick<UserCode, 'paymentCode'> {
  const text = contentType === 'PaymentCode' && fieldOf(codeContent, 'text')
  if (!text) return {}
  try {
    const { expiresAt: _, ...paymentCode } = readPaymentCode(text)
    return { paymentCode }
  } catch (error) {
    if (error instanceof EmvError) return {}
    throw error
  }
}

function fieldOf(codeContent: string, field: string): string {
  const content = jsonOrNull(codeContent)
  const value = typeof content === 'object' && content !== null ? Reflect.get(content, field) : null
  return typeof value === 'string' ? value : ''
}

/** All of a code that leaves the server. */
export function presentUserCode(row: UserCodeRow, { appUrl, codeHost }: Addresses): UserCode {
  const settings = designSettingsOf(row.qrCustomSettings)
  return {
    _id: row.id,
    id: row.id,
    dynamicId: row.dynamicId,
    userId: row.userId,
    productId: row.productId,
    contentType: row.contentType,
    codeContent: row.codeContent,
    codeRedirect: codeRedirectOf(row, codeHost),
    paths: row.paths,
    qrImageUrl: `${appUrl}/media/codes/${row.imageKey}.png?v=${imageVersionOf(row, codeHost, settings)}`,
    scanCounter: row.scans,
    enabled: row.enabled,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    isDynamicCode: row.dynamicId !== null,
    GoogleAnalyticsID: row.googleAnalyticsId,
    name: row.name,
    tags: row.tags,
    qrCustomSettings: settings,
    logo: storedLogoOf(row.logo),
    rules: presentRules(row.rules),
    imported: row.imported,
    reported: row.reported && { open: row.reported.open, isWarned: row.reported.isWarned },
    ...paymentCodeOf(row),
    takedown: row.takedown && { reason: row.takedown.reason, at: row.takedown.at.toISOString() },
  }
}
