import type { AddressRules } from '@scanleaf/qr'
import {
  type LinkRule,
  type LinkRules,
  type LinkRulesInput,
  MAX_OUTCOME_NUMBER,
  MAX_RULES_BYTES,
  type StoredLinkRule,
  StoredLinkRules,
  type StoredOutcome,
} from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import { readAddress } from '../content/content'
import { refuseAppLink } from './app-links'

const MAX_RETIRED = 50
const NONE: StoredLinkRules = {
  revision: 0,
  zone: 'Asia/Ho_Chi_Minh',
  rules: [],
  retired: [],
  nextId: 1,
  nextNumber: 1,
}

/** The rules of a code; those that cannot be read count as none. */
export const linkRulesOf = (stored: unknown): StoredLinkRules =>
  StoredLinkRules.safeParse(stored).data ?? NONE

/** Rules as people and programs read them: without the hashes of passwords. */
export function presentRules({
  revision,
  zone,
  pass = [],
  rules,
  retired,
}: StoredLinkRules): Omit<LinkRules, 'tickets'> {
  return {
    ...{ revision, zone, pass },
    rules: rules.map(withoutHash),
    retired: retired.map(({ n, name, url }) => ({ n, name, url })),
  }
}

function withoutHash({ outcome, ...rule }: StoredLinkRule): LinkRule {
  if (!('ask' in outcome)) return { ...rule, outcome }
  const { n, url } = outcome.ask
  return { ...rule, outcome: { ask: { n, url } } }
}

export type LoggedRules = (Pick<StoredLinkRules, 'zone' | 'pass'> & Pick<LinkRules, 'rules'>) | null

/** What of rules is logged and taken back: numbers and revision only go forward. Null for none. */
export function loggedRules(stored: unknown): LoggedRules {
  const { zone, pass, rules } = presentRules(linkRulesOf(stored))
  return rules.length + pass.length === 0 ? null : { zone, ...passing(pass), rules }
}

/** What is not there is not stored. */
const passing = (pass: readonly string[]): Pick<StoredLinkRules, 'pass'> =>
  pass.length > 0 ? { pass: [...pass] } : {}

/** The addresses that rules lead to, by the field of a request that has them. */
export function addressesOf({ rules }: Pick<StoredLinkRules, 'rules'>): Record<string, string> {
  const links = rules.flatMap(({ outcome }, place) => {
    const at = `rules.rules.${place}.outcome`
    if ('to' in outcome) return [[`${at}.to.url`, outcome.to.url]]
    if ('split' in outcome) return outcome.split.map(({ url }, link) => [`${at}.split.${link}.url`, url])
    return 'ask' in outcome ? [[`${at}.ask.url`, outcome.ask.url]] : []
  })
  return Object.fromEntries(links)
}

/** Each address that stored rules lead to, once. */
export const ruleTargetsOf = (stored: unknown): string[] => [
  ...new Set(Object.values(addressesOf(linkRulesOf(stored)))),
]

type InputRule = LinkRulesInput['rules'][number]
/** An outcome whose password is hashed. */
type HashedOutcome =
  | Exclude<InputRule['outcome'], { ask: unknown }>
  | { ask: { n?: number; url: string; hash?: string; password?: never } }
export type HashedRules = Omit<LinkRulesInput, 'rules'> & {
  rules: readonly (Omit<InputRule, 'outcome'> & { outcome: HashedOutcome })[]
}

/** An outcome that has a number. */
export interface NamedOutcome {
  n: number
  /** Empty for an end. */
  url: string
  /** Of the password that it asks for; missing for none. */
  hash?: string
  name: string
  /** Of the rule that has it; null for none any more. */
  ruleId: number | null
}

/**
 * The rules that replace those of a code, with ids and numbers. A number names one address, and the password before it, for
 * good: an outcome keeps that of its address, so that a program which sends the same rules every hour uses up none.
 * @param stored of a code
 * @throws AppError Conflict with the stored rules when they are of another revision; ValidationError
 */
export function nextRules(stored: unknown, input: HashedRules, addressRules: AddressRules): StoredLinkRules {
  const before = linkRulesOf(stored)
  if (input.revision !== before.revision) throw conflictOf(before)
  const named = outcomesOf(before)
  // One that was removed comes back with the tickets that it has given.
  const ids = new Set<number>()
  const taken = new Set<number>()
  let { nextId, nextNumber } = before

  function numberOf(given: number | undefined, url: string, ruleId: number, hash?: string): number {
    const free = named.filter((each) => each.url === url && each.hash === hash && !taken.has(each.n))
    const known = free.find(({ n }) => n === given) ?? free.find((each) => each.ruleId === ruleId) ?? free[0]
    const n = known?.n ?? nextNumber++
    if (n > MAX_OUTCOME_NUMBER) throw new AppError('ValidationError', { rules: 'too-many' })
    taken.add(n)
    return n
  }

  const rules = input.rules.map(({ id: given, name, on, when, outcome }, place): StoredLinkRule => {
    const isKnown = given !== undefined && given < before.nextId && !ids.has(given)
    const id = isKnown ? given : nextId++
    ids.add(id)
    const field = (below: string) => `rules.rules.${place}.outcome.${below}`
    const read = (url: string, of: string) => {
      refuseAppLink(field(`${of}.url`), url)
      return readAddress(field(`${of}.url`), url, addressRules)
    }
    const numberIn = (n: number | undefined, url: string) => numberOf(n, url, id)
    if (!('ask' in outcome)) return { id, name, on, when, outcome: numbered(outcome, read, numberIn) }
    const { n, url: typed, hash = keptHash(named, n, id) } = outcome.ask
    const url = read(typed, 'ask')
    if (hash === undefined) throw new AppError('ValidationError', { [field('ask.password')]: 'required' })
    return { id, name, on, when, outcome: { ask: { n: numberOf(n, url, id, hash), url, hash } } }
  })
  const retired = named
    .filter(({ n }) => !taken.has(n))
    .slice(0, MAX_RETIRED)
    .map(({ ruleId: _, ...outcome }) => outcome)
  return withinLimit({
    ...{ revision: before.revision + 1, zone: input.zone, ...passing(input.pass ?? before.pass ?? []) },
    ...{ rules, retired, nextId, nextNumber },
  })
}

/** Of the password that stays: that of the number, else of the rule. */
const keptHash = (named: readonly NamedOutcome[], n: number | undefined, ruleId: number) =>
  (named.find((each) => each.n === n) ?? named.find((each) => each.ruleId === ruleId))?.hash

function numbered(
  outcome: Exclude<HashedOutcome, { ask: unknown }>,
  read: (url: string, field: string) => string,
  numberOf: (given: number | undefined, url: string) => number,
): StoredOutcome {
  if ('end' in outcome) return { end: { n: numberOf(outcome.end.n, ''), text: outcome.end.text } }
  if ('to' in outcome) {
    const url = read(outcome.to.url, 'to')
    return { to: { n: numberOf(outcome.to.n, url), url } }
  }
  return {
    split: outcome.split.map(({ n, url: typed, weight }, place) => {
      const url = read(typed, `split.${place}`)
      return { n: numberOf(n, url), url, weight }
    }),
  }
}

/** Those that rules have, then the retired ones. */
export function outcomesOf({ rules, retired }: Pick<StoredLinkRules, 'rules' | 'retired'>): NamedOutcome[] {
  const current = rules.flatMap(({ id, name, outcome }) =>
    linksOf(outcome).map(({ n, url, hash }) => ({ n, url, ...(hash && { hash }), name, ruleId: id })),
  )
  return [...current, ...retired.map((each) => ({ ...each, ruleId: null }))]
}

function linksOf(outcome: StoredOutcome): { n: number; url: string; hash?: string }[] {
  if ('split' in outcome) return outcome.split
  if ('end' in outcome) return [{ n: outcome.end.n, url: '' }]
  return ['ask' in outcome ? outcome.ask : outcome.to]
}

/** What is retired makes room for what is used. */
function withinLimit(rules: StoredLinkRules): StoredLinkRules {
  const retired = [...rules.retired]
  while (Buffer.byteLength(JSON.stringify({ ...rules, retired })) > MAX_RULES_BYTES)
    if (!retired.pop())
      throw new AppError('ValidationError', { rules: 'too-long' }, undefined, {
        details: { rules: { max: MAX_RULES_BYTES } },
      })
  return { ...rules, retired }
}

function conflictOf(stored: StoredLinkRules): AppError {
  const { revision, zone, pass, rules } = presentRules(stored)
  return new AppError('Conflict', undefined, undefined, {
    details: { rules: { revision, stored: JSON.stringify({ zone, pass, rules }) } },
  })
}

/**
 * Rules that come back as new ones, whatever their revision; their passwords are those of their numbers.
 * @param before as it was logged
 * @throws AppError ValidationError
 */
export function restoredRules(
  stored: unknown,
  before: LoggedRules,
  addressRules: AddressRules,
): StoredLinkRules {
  const { revision, zone } = linkRulesOf(stored)
  return nextRules(stored, { revision, pass: [], ...(before ?? { zone, rules: [] }) }, addressRules)
}

/**
 * The rules of another code in place of those of a code, with ids and numbers of its own; null where they say the same.
 * @throws AppError ValidationError
 */
export function rulesLike(
  stored: unknown,
  other: unknown,
  addressRules: AddressRules,
): StoredLinkRules | null {
  const [own, wanted] = [linkRulesOf(stored), linkRulesOf(other)].map(({ zone, pass = [], rules }) => ({
    ...{ zone, pass },
    rules: rules.map(({ id: _, outcome, ...rule }) => ({ ...rule, outcome: withoutNumbers(outcome) })),
  }))
  if (!wanted || JSON.stringify(own) === JSON.stringify(wanted)) return null
  return nextRules(stored, { revision: linkRulesOf(stored).revision, ...wanted }, addressRules)
}

function withoutNumbers(outcome: StoredOutcome): HashedOutcome {
  const without = <Link extends { n: number }>({ n: _, ...link }: Link) => link
  if ('to' in outcome) return { to: without(outcome.to) }
  if ('split' in outcome) return { split: outcome.split.map(without) }
  return 'ask' in outcome ? { ask: without(outcome.ask) } : { end: without(outcome.end) }
}

/** Of another code, whose scans begin anew; null for none. */
export function copiedRules(stored: unknown): StoredLinkRules | null {
  const rules = linkRulesOf(stored)
  return loggedRules(stored) === null ? null : { ...rules, revision: 1, retired: [] }
}
