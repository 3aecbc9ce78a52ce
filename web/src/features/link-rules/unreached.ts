import type { RuleConditions } from '@scanleaf/shared'
import { conditionsOf, type DraftRule } from './draft/draft'

/** The place of the first rule above one that takes all its visitors, or null. */
export function takenBy(rules: readonly DraftRule[], place: number): number | null {
  const rule = rules[place]
  if (!rule?.on) return null
  const above = rules.slice(0, place).findIndex(({ on, when }) => on && covers(when, rule.when))
  return above < 0 ? null : above
}

/** Whether conditions hold whenever others do, as far as one can tell of each condition alone. */
function covers(wide: RuleConditions, narrow: RuleConditions): boolean {
  // Once its scans are used, the rule below it has its turn.
  if (wide.first !== undefined) return false
  return conditionsOf(wide).every((condition) => {
    if (condition === 'first' || narrow[condition] === undefined) return false
    if (condition === 'from') return (wide.from ?? '') <= (narrow.from ?? '')
    if (condition === 'until') return (wide.until ?? '') >= (narrow.until ?? '')
    // Hours past midnight belong to the day on which they begin: only equal ones are compared.
    if (condition === 'hours') return JSON.stringify(wide.hours) === JSON.stringify(narrow.hours)
    if (condition === 'days' && wide.hours === undefined && hasNight(narrow)) return wide.days?.length === 7
    const allowed: readonly unknown[] = wide[condition] ?? []
    return (narrow[condition] ?? []).every((value) => allowed.includes(value))
  })
}

/** Hours that go on into the day after. */
const hasNight = ({ hours = [] }: RuleConditions): boolean => hours.some(([from, until]) => from > until)
