import type { Plan } from '@scanleaf/shared'

/** Of a plan, as the shared rule of the over-limit fee takes it. */
export const feeTermsOf = ({ addons, overLimitPrice }: Pick<Plan, 'addons' | 'overLimitPrice'>) => ({
  addons: Object.fromEntries(addons.map(({ code, quantity }) => [code, quantity])),
  overLimitPrice: BigInt(overLimitPrice),
})
