import type { AddressRules } from '@scanleaf/qr'
import {
  LinkRulesInput,
  type StoredLinkRule,
  type StoredLinkRules,
  type StoredOutcome,
} from '@scanleaf/shared'
import { jsonOrNull } from '@scanleaf/shared/json'
import { AppError } from '../../../platform/app-error'
import type { UserCodeRow } from '../repository'
import { type HashedRules, linkRulesOf, nextRules } from './next-rules'

/**
 * The rules of a code as a text to compare and to show: without the numbers that the server gives to outcomes, but for that
 * by which a password is kept, and the same however they are stored. Empty for none.
 */
export function rulesText(stored: unknown): string {
  const { zone, pass = [], rules } = linkRulesOf(stored)
  if (rules.length + pass.length === 0) return ''
  return JSON.stringify(
    sorted({
      zone,
      ...(pass.length > 0 && { pass }),
      rules: rules.map(({ outcome, ...rule }) => ({ ...rule, outcome: plain(outcome) })),
    }),
  )
}

/**
 * As what rules would be kept in a code.
 * @throws AppError ValidationError, as saving them would; and for a password, which no proposal keeps
 */
export function rulesTextOf(
  code: Pick<UserCodeRow, 'rules' | 'dynamicId'>,
  input: Omit<LinkRulesInput, 'revision'>,
  addressRules: AddressRules,
): string {
  if (code.dynamicId === null) throw new AppError('ValidationError', { rules: 'static-code' })
  const before = linkRulesOf(code.rules)
  const rules = input.rules.map(withoutPassword)
  const next = nextRules(code.rules, { ...input, rules, revision: before.revision }, addressRules)
  return rulesText(withKnownIds(next, before))
}

/** What puts the rules of a text in the place of those that a code has. */
export function rulesPatch(text: string, stored: unknown): LinkRulesInput {
  const { revision, zone } = linkRulesOf(stored)
  return LinkRulesInput.parse({ zone, pass: [], rules: [], ...(jsonOrNull(text) as object | null), revision })
}

/** A rule that comes back without its id is the stored one that says the same: it has given tickets. */
function withKnownIds({ rules, ...next }: StoredLinkRules, before: StoredLinkRules): StoredLinkRules {
  const said = ({ when, outcome }: StoredLinkRule) => JSON.stringify(sorted([when, plain(outcome)]))
  const kept = new Set(rules.map(({ id }) => id))
  const free = before.rules.filter(({ id }) => !kept.has(id))
  let { nextId } = before
  const named = rules.map((rule) => {
    if (rule.id < before.nextId) return rule
    const place = free.findIndex((each) => said(each) === said(rule))
    const [same] = place < 0 ? [] : free.splice(place, 1)
    return { ...rule, id: same?.id ?? nextId++ }
  })
  return { ...next, rules: named }
}

function withoutPassword({ outcome, ...rule }: LinkRulesInput['rules'][number], place: number) {
  if (!('ask' in outcome)) return { ...rule, outcome }
  const { password, ...ask } = outcome.ask
  if (password !== undefined)
    throw new AppError('ValidationError', { [`rules.rules.${place}.outcome.ask.password`]: 'invalid-value' })
  return { ...rule, outcome: { ask } } satisfies HashedRules['rules'][number]
}

function plain(outcome: StoredOutcome) {
  if ('ask' in outcome) return { ask: { n: outcome.ask.n, url: outcome.ask.url } }
  if ('to' in outcome) return { to: { url: outcome.to.url } }
  if ('end' in outcome) return { end: { text: outcome.end.text } }
  return { split: outcome.split.map(({ url, weight }) => ({ url, weight })) }
}

/** With the names of each object in the order of the alphabet: the database keeps no order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([name, each]) => [name, sorted(each)]))
}
