import type { UserCode } from '@scanleaf/shared'

/**
 * Whether a code is edited on the business-card site (spec §2): a dynamic vCard code, where such a site is set up.
 * @param site address of the site; empty for none
 */
export const isOnlineCard = (
  site: string,
  { contentType, isDynamicCode }: Pick<UserCode, 'contentType' | 'isDynamicCode'>,
): boolean => site !== '' && contentType === 'VCard' && isDynamicCode
