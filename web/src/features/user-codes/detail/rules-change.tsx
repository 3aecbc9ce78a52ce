import { formatList, LinkRules, PassedNames, type UserCodeChange } from '@scanleaf/shared'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { bidiIsolate } from '../../../lib/i18n/bidi-isolate'
import { useLanguage } from '../../../lib/i18n/i18n'
import styles from './change-log.module.css'

const LoggedRules = LinkRules.pick({ zone: true, rules: true })
  .extend({ pass: PassedNames.default([]) })
  .nullable()
type Rule = LinkRules['rules'][number]
/** A rule with the name that people know it by. */
type NamedRule = Rule & { known: string }

const KINDS = ['added', 'removed', 'on', 'off', 'password', 'changed'] as const
type Kind = (typeof KINDS)[number]

/** What a change did to the rules of a code, in words. */
export function RulesChange({ change }: { change: UserCodeChange }) {
  const { t } = useTranslation('user-codes')
  const language = useLanguage()
  const [before, after] = [readRules(change.from), readRules(change.to)]
  // Of a code that was frozen nothing is left of what people wrote.
  if (!before || !after) return null
  const [old, now] = [named(before.rules, t), named(after.rules, t)]
  const words = KINDS.flatMap((kind) => {
    const rules = rulesThat(kind, old, now).map(({ known }) => bidiIsolate(known))
    return rules.length > 0 ? t(`rules-change.${kind}`, { rules: formatList(rules, language) }) : []
  })
  if (isReordered(old, now)) words.push(t('rules-change.order'))
  const { zone } = after
  if (zone !== null && before.zone !== null && zone !== before.zone)
    words.push(t('rules-change.zone', { zone: bidiIsolate(zone) }))
  if (before.pass.join() !== after.pass.join()) {
    const names = formatList(after.pass.map(bidiIsolate), language)
    words.push(names === '' ? t('rules-change.pass-none') : t('rules-change.pass', { names }))
  }
  return (
    <ul className={styles.values}>
      {words.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

function readRules(json: string): { zone: string | null; pass: string[]; rules: Rule[] } | null {
  try {
    return LoggedRules.parse(JSON.parse(json)) ?? { zone: null, pass: [], rules: [] }
  } catch {
    return null
  }
}

const named = (rules: readonly Rule[], t: TFunction<'user-codes'>): NamedRule[] =>
  rules.map((rule, place) => ({
    ...rule,
    known: rule.name || t('rules-change.rule', { number: place + 1 }),
  }))

function rulesThat(kind: Kind, old: readonly NamedRule[], now: readonly NamedRule[]): NamedRule[] {
  const oldOf = ({ id }: Rule) => old.find((rule) => rule.id === id)
  if (kind === 'added') return now.filter((rule) => !oldOf(rule))
  if (kind === 'removed') return old.filter(({ id }) => !now.some((rule) => rule.id === id))
  return now.filter((rule) => {
    const was = oldOf(rule)
    if (!was) return false
    if (kind === 'on' || kind === 'off') return was.on !== rule.on && rule.on === (kind === 'on')
    if (isSame(was, rule)) return false
    return isSame(withoutNumber(was), withoutNumber(rule)) === (kind === 'password')
  })
}

const isSame = (one: Rule, other: Rule): boolean =>
  JSON.stringify([one.name, one.when, one.outcome]) ===
  JSON.stringify([other.name, other.when, other.outcome])

/** Of an address with a password another number is another password. */
const withoutNumber = (rule: Rule): Rule =>
  'ask' in rule.outcome ? { ...rule, outcome: { ask: { ...rule.outcome.ask, n: 0 } } } : rule

function isReordered(old: readonly Rule[], now: readonly Rule[]): boolean {
  const both = (rules: readonly Rule[], others: readonly Rule[]) =>
    rules.filter(({ id }) => others.some((other) => other.id === id)).map(({ id }) => id)
  return both(old, now).join() !== both(now, old).join()
}
