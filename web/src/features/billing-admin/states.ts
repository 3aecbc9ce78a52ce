/** Which rows a view shows; the wire's own lists would bring the schema library into the first load. */
export const TRANSFER_STATES = ['open', 'settled', 'all'] as const
export const RECEIPT_STATES = ['unmatched', 'matched', 'assigned', 'refunded'] as const
