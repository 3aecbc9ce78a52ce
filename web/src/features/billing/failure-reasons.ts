/** Why a payment came to nothing or to less than was asked for, where there are words for it (texts `billing-history:reason.*`). */
export const REASONS = [
  'expired',
  'cancelled',
  'rejected',
  'superseded',
  'declined',
  'insufficient-funds',
  'over-limit',
  'account-locked',
  'not-verified',
  'gateway-failed',
  'part-received',
  'credited',
  'change-not-made',
] as const

export const reasonOf = (code: string) => REASONS.find((known) => known === code) ?? null
