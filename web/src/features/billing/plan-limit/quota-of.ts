import type { AddonCode, Plan } from '@scanleaf/shared'

/** Codes of a kind that a plan holds. */
export const quotaOf = ({ addons }: Pick<Plan, 'addons'>, addon: AddonCode): number =>
  addons.find(({ code }) => code === addon)?.quantity ?? 0
