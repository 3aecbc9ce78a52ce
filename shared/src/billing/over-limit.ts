import { ADDON_CODES, type AddonCode } from './terms'

/** Codes above the quota of one add-on, and their fee at a renewal. */
export interface OverLimitFee {
  addon: AddonCode
  /** Codes above the quota. */
  quantity: number
  /** Whole VND. */
  amount: bigint
}

type Counts = Partial<Record<AddonCode, number>>

/**
 * The fee at a renewal for codes above the quotas of a plan, by add-on; add-ons that are not exceeded are left
 * out. The server charges it and the screens show it before.
 * @param plan.overLimitPrice whole VND of a code at each renewal; 0 for a plan that charges nothing for them
 * @example overLimitFees({ addons: { 'dynamic-code-storage': 100 }, overLimitPrice: 500n }, { 'dynamic-code-storage': 142 })
 *   // [{ addon: 'dynamic-code-storage', quantity: 42, amount: 21000n }]
 */
export function overLimitFees(
  plan: { addons: Counts; overLimitPrice: bigint },
  used: Counts,
): OverLimitFee[] {
  return ADDON_CODES.map((addon) => {
    const quantity = Math.max(0, (used[addon] ?? 0) - (plan.addons[addon] ?? 0))
    return { addon, quantity, amount: plan.overLimitPrice * BigInt(quantity) }
  }).filter(({ quantity }) => quantity > 0)
}

/** The sum over all add-ons. */
export function overLimitTotal(fees: readonly OverLimitFee[]): { quantity: number; amount: bigint } {
  return {
    quantity: fees.reduce((sum, fee) => sum + fee.quantity, 0),
    amount: fees.reduce((sum, fee) => sum + fee.amount, 0n),
  }
}
