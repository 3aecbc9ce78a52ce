import {
  compileRules,
  explainRules,
  fittingRule,
  hasTicketLeft,
  isZone,
  localTimeAt,
  type RuleCondition,
  type RuleTickets,
  type RuleVisitor,
  reachedAt,
} from '@scanleaf/shared'
import { type Draft, type DraftRule, isFinished } from '../draft/draft'

/** Rules are tried in the zone of the code, or in UTC where this browser does not know it. */
export const zoneOf = ({ zone }: Pick<Draft, 'zone'>): string => (isZone(zone) ? zone : 'UTC')

/** What clocks of a zone show now, `YYYY-MM-DDTHH:MM`. */
export const localNow = (zone: string): string => localTimeAt(new Date(), zone).slice(0, 16).replace(' ', 'T')

export type TriedVisitor = Pick<RuleVisitor, 'device' | 'language' | 'country'>

export interface TriedRule {
  /** `fits` is the one that is used; `behind` comes after it and is not reached. */
  state: 'fits' | 'behind' | 'off' | 'unfinished' | 'fails'
  /** The first condition that does not hold. */
  failed: RuleCondition | null
}

export interface Tried {
  /** The place of the rule that a visitor gets, or null for the code’s own target. */
  place: number | null
  rules: TriedRule[]
}

const placed = (rules: readonly DraftRule[]) =>
  rules.map((rule, id) => ({ id, on: rule.on && isFinished(rule), when: rule.when, outcome: ANY }))
/** @param tickets that rules have given already, by their stored ids */
const visitorOf = (
  rules: readonly DraftRule[],
  visitor: TriedVisitor,
  tickets: RuleTickets,
): RuleVisitor => ({
  ...{ ...visitor, name: '' },
  hasTicket: (place, first) => hasTicketLeft(tickets, rules[place]?.id, first),
})
const ANY = { end: { n: 0, text: '' } }

/**
 * Which rule of a draft a visitor gets, by the evaluation of scans itself.
 * @param at local time of the zone, `YYYY-MM-DDTHH:MM`
 * @param tickets that its rules have given already
 */
export function tryDraft(draft: Draft, at: string, visitor: TriedVisitor, tickets: RuleTickets): Tried {
  const zone = zoneOf(draft)
  const { ruleId, rules } = explainRules(
    { zone, rules: placed(draft.rules) },
    reachedAt(at, zone),
    visitorOf(draft.rules, visitor, tickets),
  )
  return {
    place: ruleId,
    rules: draft.rules.map((rule, place) => ({
      state: stateOf(rule, place, ruleId),
      failed: rules[place]?.because.find(({ fits }) => !fits)?.condition ?? null,
    })),
  }
}

function stateOf(rule: DraftRule, place: number, used: number | null): TriedRule['state'] {
  if (!rule.on) return 'off'
  if (!isFinished(rule)) return 'unfinished'
  if (place === used) return 'fits'
  return used !== null && place > used ? 'behind' : 'fails'
}

/** Part of a day in which one rule leads a visitor; null for the code’s own target. */
export interface WeekSpan {
  place: number | null
  /** Minutes of the day, the end excluded. */
  from: number
  until: number
}

const STEP_MINUTES = 15
const DAY_MINUTES = 1440
const DAY_MS = 86_400_000

/** For each day of the week of a local time, from Monday, which rules lead a visitor, by quarters of an hour. */
export function weekOf(draft: Draft, at: string, tried: TriedVisitor, tickets: RuleTickets): WeekSpan[][] {
  const zone = zoneOf(draft)
  const visitor = visitorOf(draft.rules, tried, tickets)
  const compiled = compileRules({ zone, rules: placed(draft.rules) })
  const day = Date.parse(`${at.slice(0, 10)}Z`)
  const monday = day - ((new Date(day).getUTCDay() + 6) % 7) * DAY_MS
  return Array.from({ length: 7 }, (_, index) => {
    const spans: WeekSpan[] = []
    for (let minute = 0; minute < DAY_MINUTES; minute += STEP_MINUTES) {
      const local = new Date(monday + index * DAY_MS + minute * 60_000).toISOString().slice(0, 16)
      const place = fittingRule(compiled, reachedAt(local, zone), visitor)?.id ?? null
      const last = spans.at(-1)
      if (last && last.place === place) last.until = minute + STEP_MINUTES
      else spans.push({ place, from: minute, until: minute + STEP_MINUTES })
    }
    return spans
  })
}
