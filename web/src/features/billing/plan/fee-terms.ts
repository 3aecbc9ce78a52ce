import type { Plan } from '@scanleaf/shared'

/** What the shared rule of the over-limit fee takes of a plan. */
export const feeTermsOf = ({ addons, overLimitPrice }: Pick<Plan, 'addons' | 'overLimitPrice'>) => ({
  addons: Object.fromEntries(addons.map(({ code, quantity }) => [code, quantity])),
  overLimitPrice: BigInt(overLimitPrice),
})
