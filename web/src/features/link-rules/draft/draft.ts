import {
  type LinkRules,
  type LinkRulesInput,
  RULE_CONDITIONS,
  type RuleCondition,
  type RuleConditions,
} from '@scanleaf/shared'

type RuleInput = LinkRulesInput['rules'][number]
/** As it is typed: addresses, hours and times may be unfinished until the rules are saved. */
export type DraftRule = RuleInput & {
  /** Unique in the draft, also for a rule that the server has not named yet. */
  key: number
}
export type DraftOutcome = DraftRule['outcome']
export type OutcomeKind = 'to' | 'split' | 'end' | 'ask'

/** What of the rules of a code is edited. */
export interface Draft {
  zone: string
  /** Names of the query parameters that are handed on. */
  pass: readonly string[]
  rules: readonly DraftRule[]
}

let lastKey = 0
/** A rule that is none of those in any draft. */
export const newRule = (when: RuleConditions, outcome: DraftOutcome, name = ''): DraftRule => ({
  key: ++lastKey,
  name,
  on: true,
  when,
  outcome,
})

export const draftOf = ({ zone, pass, rules }: Pick<LinkRules, 'zone' | 'pass' | 'rules'>): Draft => ({
  ...{ zone, pass },
  rules: rules.map((rule) => ({ ...rule, key: ++lastKey })),
})

/** As the server takes it. @param revision of the rules that it replaces */
export const inputOf = ({ zone, pass, rules }: Draft, revision: number): LinkRulesInput => ({
  revision,
  zone,
  pass: [...pass],
  rules: rules.map(({ key: _, ...rule }) => rule),
})

export const isSame = (one: Draft, other: Draft): boolean =>
  JSON.stringify(inputOf(one, 0)) === JSON.stringify(inputOf(other, 0))

export const kindOf = (outcome: DraftOutcome): OutcomeKind =>
  (['to', 'split', 'ask'] as const).find((kind) => kind in outcome) ?? 'end'

/** Where a rule leads; none for an end. */
export function linksOf(outcome: DraftOutcome): { n?: number; url: string }[] {
  if ('split' in outcome) return outcome.split
  if ('to' in outcome) return [outcome.to]
  return 'ask' in outcome ? [outcome.ask] : []
}

/** The numbers that the scans keep of where a rule leads; none of a rule that was never saved. */
export function numbersOf(outcome: DraftOutcome): number[] {
  const links = 'end' in outcome ? [outcome.end] : linksOf(outcome)
  return links.flatMap(({ n }) => n ?? [])
}

/** Another kind of outcome, which keeps the first address. */
export function outcomeAs(kind: OutcomeKind, outcome: DraftOutcome): DraftOutcome {
  if (kind === kindOf(outcome)) return outcome
  const url = linksOf(outcome)[0]?.url ?? ''
  if (kind === 'to') return { to: { url } }
  if (kind === 'ask') return { ask: { url } }
  if (kind === 'end') return { end: { text: '' } }
  return { split: evenly([{ url }, { url: '' }]) }
}

type Link = { url: string }
/** Links with whole weights that sum to 100. */
export const evenly = <L extends Link>(links: readonly L[]): (L & { weight: number })[] =>
  links.map((link, place) => ({
    ...link,
    weight: Math.floor(100 / links.length) + (place < 100 % links.length ? 1 : 0),
  }))

export const weightSum = (links: readonly { weight: number }[]): number =>
  links.reduce((sum, { weight }) => sum + weight, 0)

export const conditionsOf = (when: RuleConditions): RuleCondition[] =>
  RULE_CONDITIONS.filter((condition) => when[condition] !== undefined)

/** The value with which a condition begins. @param now local time of the code’s zone, `YYYY-MM-DDTHH:MM` */
export function firstValue(condition: RuleCondition, now: string): RuleConditions {
  const values: Required<RuleConditions> = {
    from: now,
    until: now,
    days: [0, 1, 2, 3, 4],
    hours: [['09:00', '17:00']],
    devices: ['ios'],
    languages: [],
    countries: [],
    first: 100,
  }
  return { [condition]: values[condition] }
}

export function without(when: RuleConditions, condition: RuleCondition): RuleConditions {
  const { [condition]: _, ...rest } = when
  return rest
}

/** Whether all times and numbers of a rule are typed to their end: else it fits nobody yet. */
export const isFinished = ({
  when: { from, until, hours = [], first = 1 },
}: Pick<DraftRule, 'when'>): boolean =>
  from !== '' && until !== '' && first >= 1 && hours.every((range) => range.every((time) => time !== ''))

export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.filter((_, place) => place !== from)
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)]
}
