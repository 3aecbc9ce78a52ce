import { isZone, reachedAt } from '../../scans/zone'
import type { LinkRules, RuleConditions, RuleDevice, StoredLinkRule, StoredOutcome } from './schema'

const DAY_MINUTES = 1440
export const WEEK_MINUTES = 7 * DAY_MINUTES

/** A rule as it is evaluated: parsed, and without what only people read. */
export interface CompiledRule {
  readonly id: number
  readonly place: number
  /** Instants in milliseconds, the end excluded. */
  readonly from: number
  readonly until: number
  /** Starts and ends (excluded) by turns, in minutes of the local week; null: always. */
  readonly week: readonly number[] | null
  readonly devices: ReadonlySet<RuleDevice> | null
  readonly languages: ReadonlySet<string> | null
  readonly countries: ReadonlySet<string> | null
  /** Scans by people that it is for; null: for all. */
  readonly first: number | null
  readonly outcome: StoredOutcome
}

/** What of the rules of a code decides where a visitor gets. */
export type EvaluatedRule = Omit<StoredLinkRule, 'name'>
export interface EvaluatedRules {
  readonly zone: LinkRules['zone']
  readonly rules: readonly EvaluatedRule[]
}

/** The rules of a code that are on, with the bits of those that hold at one minute. */
export interface CompiledRules {
  readonly zone: string
  readonly rules: readonly CompiledRule[]
  /** The minute since 1970 that `mask` is of, and bit `place` for each rule that holds by time. */
  minute: number
  mask: number
}

/**
 * Rules in the form in which each scan evaluates them. A zone that this engine does not know makes the rules with a
 * time never fit; the others stay.
 */
export function compileRules({ zone, rules }: EvaluatedRules): CompiledRules {
  const isKnown = isZone(zone)
  const compiled = rules
    .filter(({ on, when }) => on && (isKnown || !hasTime(when)))
    .map((rule, place) => compileRule(rule, place, zone))
  return { zone, rules: compiled, minute: Number.NaN, mask: 0 }
}

const hasTime = ({ from, until, days, hours }: RuleConditions): boolean =>
  [from, until, days, hours].some((condition) => condition !== undefined)

function compileRule({ id, when, outcome }: EvaluatedRule, place: number, zone: string): CompiledRule {
  return {
    id,
    place,
    from: when.from === undefined ? Number.NEGATIVE_INFINITY : reachedAt(when.from, zone),
    until: when.until === undefined ? Number.POSITIVE_INFINITY : reachedAt(when.until, zone),
    week: weekOf(when),
    devices: when.devices ? new Set(when.devices) : null,
    languages: when.languages ? new Set(when.languages) : null,
    countries: when.countries ? new Set(when.countries) : null,
    first: when.first ?? null,
    outcome,
  }
}

/** Days and hours together: a range past midnight belongs to the day on which it begins. */
function weekOf({ days = EVERY_DAY, hours = WHOLE_DAY }: RuleConditions): number[] | null {
  if (days === EVERY_DAY && hours === WHOLE_DAY) return null
  return days.flatMap((day) => hours.flatMap((range) => intervalsOf(day, range)))
}

const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6]
const WHOLE_DAY: [string, string][] = [['00:00', '00:00']]

function intervalsOf(day: number, [from, until]: readonly [string, string]): number[] {
  const start = day * DAY_MINUTES + minuteOfDay(from)
  const sameDayEnd = day * DAY_MINUTES + minuteOfDay(until)
  const end = sameDayEnd > start ? sameDayEnd : sameDayEnd + DAY_MINUTES
  if (end <= WEEK_MINUTES) return [start, end]
  // From Sunday into Monday.
  return [start, WEEK_MINUTES, 0, end - WEEK_MINUTES]
}

/** @param time `HH:MM` */
const minuteOfDay = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
