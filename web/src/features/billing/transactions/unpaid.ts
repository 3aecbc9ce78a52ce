import type { Transaction } from '@scanleaf/shared'

/** An invoice that nothing pays but the account holder: no payment is on its way. */
export const isUnpaid = ({ status, statusDetail }: Transaction): boolean =>
  status === 'pending' && statusDetail.code === 'unpaid'
