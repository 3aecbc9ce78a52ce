import type { Plan } from '@scanleaf/shared'

/** Inputs of the shared over-limit fee rule, from a plan. */
export const feeTermsOf = ({ addons, overLimitPrice }: Pick<Plan, 'addons' | 'overLimitPrice'>) => ({
  addons: Object.fromEntries(addons.map(({ code, quantity }) => [code, quantity])),
  overLimitPrice: BigInt(overLimitPrice),
})
