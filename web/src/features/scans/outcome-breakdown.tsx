import type { LinkRules, Scans } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { withoutProtocol } from '../../lib/format/format'
import { bidiIsolate } from '../../lib/i18n/bidi-isolate'
import { rulesOfCodeQuery } from './api'
import { Breakdown } from './facet-breakdown'

const LETTERS = 'ABCDE'

export interface OutcomeBreakdownProps {
  codeId: string
  outcomes: NonNullable<Scans['outcomes']>
  scans: number
}

/** Where the rules of a code have led its visitors, by the names that the rules have now. */
export function OutcomeBreakdown({ codeId, outcomes, scans }: OutcomeBreakdownProps) {
  const { t } = useTranslation('scans')
  const { data: rules } = useQuery(rulesOfCodeQuery(codeId))
  if (!rules) return null
  const names = namesOf(rules, t)
  return (
    <Breakdown
      title={t('outcomes')}
      dimension="code"
      shares={outcomes.map(({ n, ...sums }) => ({
        value: String(n),
        name: names.get(n) ?? t('outcomes.former'),
        ...sums,
      }))}
      scans={scans}
    />
  )
}

function namesOf({ rules, retired }: LinkRules, t: TFunction<'scans'>): Map<number, string> {
  const names = new Map([[0, t('outcomes.own')]])
  const put = (n: number, rule: string, what: string) =>
    names.set(n, [rule, what].filter(Boolean).map(bidiIsolate).join(' · '))
  for (const { n, name, url } of retired) put(n, name, withoutProtocol(url) || t('outcomes.former'))
  for (const { name, outcome } of rules) {
    if ('to' in outcome) put(outcome.to.n, name, withoutProtocol(outcome.to.url))
    else if ('ask' in outcome) put(outcome.ask.n, name, withoutProtocol(outcome.ask.url))
    else if ('end' in outcome) put(outcome.end.n, name, t('outcomes.ended'))
    else
      for (const [place, { n, url }] of outcome.split.entries())
        put(n, name, `${LETTERS[place] ?? ''} ${withoutProtocol(url)}`)
  }
  return names
}
