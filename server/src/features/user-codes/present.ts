import type { UserCode } from '@scanleaf/shared'
import type { UserCodeRow } from './repository'

export interface Addresses {
  appUrl: string
  codeHost: string
}

/** `{CODE_HOST}/{dynamicId}` as the owner wrote the id, or null for a static code. */
export const codeRedirectOf = (row: { dynamicId: string | null }, codeHost: string): string | null =>
  row.dynamicId === null ? null : `${codeHost}/${row.dynamicId}`

/** All of a code that leaves the server. */
export function presentUserCode(row: UserCodeRow, { appUrl, codeHost }: Addresses): UserCode {
  return {
    _id: row.id,
    id: row.id,
    dynamicId: row.dynamicId,
    userId: row.userId,
    productId: row.productId,
    contentType: row.contentType,
    codeContent: row.codeContent,
    codeRedirect: codeRedirectOf(row, codeHost),
    qrImageUrl: `${appUrl}/media/codes/${row.imageKey}.png`,
    scanCounter: row.scans,
    enabled: row.enabled,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    isDynamicCode: row.dynamicId !== null,
    GoogleAnalyticsID: row.googleAnalyticsId,
    name: row.name,
  }
}
