import type { CreatedFeed } from '@scanleaf/shared'

/** The address of a feed as it is pasted; the days of its scans are those of this browser. */
export const feedAddress = ({ url, feed }: Pick<CreatedFeed, 'url' | 'feed'>): string =>
  feed === 'scans' ? `${url}?zone=${Intl.DateTimeFormat().resolvedOptions().timeZone}` : url
