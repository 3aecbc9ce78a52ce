import { compileRules } from './compile'
import { fittingRule, type RuleVisitor } from './evaluate'
import type { LinkRule, RuleCondition, RuleConditions, RuleTickets, StoredOutcome } from './schema'

/** Why a rule fits a visitor or does not; one that is off has no reasons. */
export interface ExplainedRule {
  id: number
  fits: boolean
  because: { condition: RuleCondition; fits: boolean }[]
}

/** @param ruleId of a stored rule; a new one has given no ticket */
export const hasTicketLeft = (tickets: RuleTickets, ruleId: number | undefined, first: number): boolean =>
  ruleId === undefined || (tickets[ruleId] ?? 0) < first

type AskedRule = Pick<LinkRule, 'id' | 'on' | 'when'>
/** Where a rule leads does not matter. */
const ANY: StoredOutcome = { end: { n: 0, text: '' } }

/**
 * Which rule a visitor gets at a time, and for each rule which of its conditions hold. It asks the evaluation of scans
 * itself, with one condition at a time.
 * @param at milliseconds since 1970
 */
export function explainRules(
  { zone, rules }: { zone: string; rules: readonly AskedRule[] },
  at: number,
  visitor: RuleVisitor,
): { ruleId: number | null; rules: ExplainedRule[] } {
  const holds = (rule: AskedRule, when: RuleConditions): boolean =>
    fittingRule(
      compileRules({ zone, rules: [{ id: rule.id, on: rule.on, when, outcome: ANY }] }),
      at,
      visitor,
    ) !== null
  const holdsAlone = (rule: AskedRule, condition: RuleCondition): boolean => {
    const { days, hours } = rule.when
    // Hours past midnight belong to the day before: a day is asked with the hours that hold.
    if (condition === 'days' && days && hours && holds(rule, { hours })) return holds(rule, { days, hours })
    return holds(rule, { [condition]: rule.when[condition] })
  }
  const explained = rules.map((rule) => ({
    id: rule.id,
    fits: holds(rule, rule.when),
    because: rule.on
      ? conditionsOf(rule.when).map((condition) => ({ condition, fits: holdsAlone(rule, condition) }))
      : [],
  }))
  return { ruleId: explained.find(({ fits }) => fits)?.id ?? null, rules: explained }
}

const conditionsOf = (when: RuleConditions): RuleCondition[] =>
  (Object.keys(when) as RuleCondition[]).filter((condition) => when[condition] !== undefined)
