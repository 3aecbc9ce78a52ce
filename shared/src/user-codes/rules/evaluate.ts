import { localClockAt } from '../../scans/zone'
import { type CompiledRule, type CompiledRules, WEEK_MINUTES } from './compile'
import type { RuleDevice } from './schema'

const MINUTE_MS = 60_000
/** 1 January 1970 was a Thursday. */
const MINUTES_BEFORE_EPOCH = 3 * 1440

/** Who scans. Properties may be getters: one that no rule asks for is not read. */
export interface RuleVisitor {
  readonly device: RuleDevice
  /** Primary subtag of the preferred language, or empty. */
  readonly language: string
  /** ISO 3166-1, or empty where unknown: then no rule with countries fits. */
  readonly country: string
  /** Equal for all scans of a visitor on a day. */
  readonly name: string
  /** Whether a rule has a scan left of those that it is limited to; asked when all else of it fits. */
  hasTicket(ruleId: number, first: number): boolean
}

/**
 * The first rule that fits a visitor, or null for the code's own target. Which rules hold by time is remembered for a minute, since all times of rules are
 * whole minutes: as long, twenty rules cost about what one does.
 * @param at milliseconds since 1970
 */
export function fittingRule(compiled: CompiledRules, at: number, visitor: RuleVisitor): CompiledRule | null {
  // Of a mask of at most 20 bits the lowest one is the first rule.
  let left = maskAt(compiled, at)
  while (left !== 0) {
    const rule = compiled.rules[31 - Math.clz32(left & -left)] as CompiledRule
    if (fitsVisitor(rule, visitor)) return rule
    left &= left - 1
  }
  return null
}

function maskAt(compiled: CompiledRules, at: number): number {
  const minute = Math.floor(at / MINUTE_MS)
  if (compiled.minute === minute) return compiled.mask
  compiled.mask = maskOf(compiled, at)
  compiled.minute = minute
  return compiled.mask
}

function maskOf({ zone, rules }: CompiledRules, at: number): number {
  let minuteOfWeek = -1
  let mask = 0
  for (const { place, from, until, week } of rules) {
    if (at < from || at >= until) continue
    // No rule with a week has a zone that the engine does not know.
    if (week && minuteOfWeek < 0) minuteOfWeek = minuteOfWeekAt(at, zone)
    if (!week || isWithin(week, minuteOfWeek)) mask |= 1 << place
  }
  return mask
}

/** The minute of the week that clocks of a zone show, from 0 on Monday at midnight. */
const minuteOfWeekAt = (at: number, zone: string): number =>
  modulo(Math.floor(localClockAt(at, zone) / MINUTE_MS) + MINUTES_BEFORE_EPOCH, WEEK_MINUTES)

const modulo = (value: number, by: number): number => ((value % by) + by) % by

function isWithin(week: readonly number[], minute: number): boolean {
  for (let start = 0; start < week.length; start += 2)
    if (minute >= (week[start] as number) && minute < (week[start + 1] as number)) return true
  return false
}

const fitsVisitor = (
  { id, devices, languages, countries, first }: CompiledRule,
  visitor: RuleVisitor,
): boolean =>
  (!devices || devices.has(visitor.device)) &&
  (!languages || languages.has(visitor.language)) &&
  (!countries || countries.has(visitor.country)) &&
  (first === null || visitor.hasTicket(id, first))

/**
 * The link of a split that a visitor gets, the same all day. A changed weight moves only the visitors between the old
 * and the new limit.
 * @param links with whole weights that sum to 100
 */
export function splitLink<Link extends { readonly weight: number }>(
  links: readonly Link[],
  ruleId: number,
  name: string,
): Link {
  let left = hashOf(`${ruleId} ${name}`) % 100
  for (const link of links) {
    if (left < link.weight) return link
    left -= link.weight
  }
  return links.at(-1) as Link
}

/** FNV-1a of 32 bits over UTF-16 units; names are ASCII, of which a unit is a byte. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let place = 0; place < text.length; place++)
    hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193)
  return hash >>> 0
}

/** The system of a visitor by the `User-Agent` header. */
export function ruleDeviceOf(userAgent: string): RuleVisitor['device'] {
  // Windows phones named all others, too.
  if (/Windows/.test(userAgent)) return 'windows'
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios'
  if (/Android/.test(userAgent)) return 'android'
  return /Macintosh/.test(userAgent) ? 'mac' : 'other'
}
