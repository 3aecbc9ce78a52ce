import type { AddressRules } from '@scanleaf/qr'
import {
  type LinkRule,
  type LinkRules,
  type LinkRulesInput,
  MAX_OUTCOME_NUMBER,
  MAX_RULES_BYTES,
  type RuleOutcome,
  StoredLinkRules,
} from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import { readAddress } from '../content/content'

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

/** What of rules is logged and taken back: numbers and revision only go forward. Null for none. */
export function loggedRules(stored: unknown): Pick<LinkRules, 'zone' | 'rules'> | null {
  const { zone, rules } = linkRulesOf(stored)
  return rules.length === 0 ? null : { zone, rules }
}

/** The addresses that rules lead to, by the field of a request that has them. */
export function addressesOf({ rules }: Pick<LinkRulesInput, 'rules'>): Record<string, string> {
  const links = rules.flatMap(({ outcome }, place) => {
    const at = `rules.rules.${place}.outcome`
    if ('to' in outcome) return [[`${at}.to.url`, outcome.to.url]]
    if ('split' in outcome) return outcome.split.map(({ url }, link) => [`${at}.split.${link}.url`, url])
    return []
  })
  return Object.fromEntries(links)
}

type InputRule = LinkRulesInput['rules'][number]

/** An outcome that has a number. */
interface Named {
  n: number
  /** Empty for an end. */
  url: string
  name: string
  /** Of the rule that has it; null for none any more. */
  ruleId: number | null
}

/**
 * The rules that replace those of a code, with ids and numbers. A number names one address for good: an outcome keeps
 * that of its address, so that a program which sends the same rules every hour uses up none.
 * @param stored of a code
 * @throws AppError Conflict with the stored rules when they are of another revision; ValidationError
 */
export function nextRules(
  stored: unknown,
  input: LinkRulesInput,
  addressRules: AddressRules,
): StoredLinkRules {
  const before = linkRulesOf(stored)
  if (input.revision !== before.revision) throw conflictOf(before)
  const named = outcomesOf(before)
  const ids = new Set(before.rules.map(({ id }) => id))
  const taken = new Set<number>()
  let { nextId, nextNumber } = before

  function numberOf(given: number | undefined, url: string, ruleId: number): number {
    const free = named.filter((each) => each.url === url && !taken.has(each.n))
    const known = free.find(({ n }) => n === given) ?? free.find((each) => each.ruleId === ruleId) ?? free[0]
    const n = known?.n ?? nextNumber++
    if (n > MAX_OUTCOME_NUMBER) throw new AppError('ValidationError', { rules: 'too-many' })
    taken.add(n)
    return n
  }

  const rules = input.rules.map(({ id: given, name, on, when, outcome }, place): LinkRule => {
    const id = given !== undefined && ids.delete(given) ? given : nextId++
    const read = (url: string, field: string) =>
      readAddress(`rules.rules.${place}.outcome.${field}.url`, url, addressRules)
    return { id, name, on, when, outcome: numbered(outcome, read, (n, url) => numberOf(n, url, id)) }
  })
  const retired = named
    .filter(({ n }) => !taken.has(n))
    .slice(0, MAX_RETIRED)
    .map(({ n, name, url }) => ({ n, name, url }))
  return withinLimit({
    ...{ revision: before.revision + 1, zone: input.zone, rules, retired, nextId, nextNumber },
  })
}

function numbered(
  outcome: InputRule['outcome'],
  read: (url: string, field: string) => string,
  numberOf: (given: number | undefined, url: string) => number,
): RuleOutcome {
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
function outcomesOf({ rules, retired }: LinkRules): Named[] {
  const current = rules.flatMap(({ id, name, outcome }) => {
    const links =
      'split' in outcome ? outcome.split : ['to' in outcome ? outcome.to : { ...outcome.end, url: '' }]
    return links.map(({ n, url }) => ({ n, url, name, ruleId: id }))
  })
  return [...current, ...retired.map((each) => ({ ...each, ruleId: null }))]
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

const conflictOf = ({ revision, zone, rules }: LinkRules): AppError =>
  new AppError('Conflict', undefined, undefined, {
    details: { rules: { revision, stored: JSON.stringify({ zone, rules }) } },
  })

/** Of another code, whose scans begin anew; null for none. */
export function copiedRules(stored: unknown): StoredLinkRules | null {
  const rules = linkRulesOf(stored)
  return rules.rules.length === 0 ? null : { ...rules, revision: 1, retired: [] }
}
