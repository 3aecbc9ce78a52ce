import { conditionWords, formatList, formatNumber, type Language, type RuleTickets } from '@scanleaf/shared'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { bidiIsolate } from '../../../lib/i18n/bidi-isolate'
import { useLanguage } from '../../../lib/i18n/i18n'
import type { DraftRule } from './draft'

export const DAYS = [0, 1, 2, 3, 4, 5, 6] as const

/** What rules say, in the language of the screen. */
export function useRuleWords() {
  const { t } = useTranslation('link-rules')
  const language = useLanguage()
  return wordsOf(t, language)
}

function wordsOf(t: TFunction<'link-rules'>, language: Language) {
  const words = conditionWords(
    (key, values) => t(key as 'link-rules:from', values as { time: string }),
    language,
  )
  /** How many scans of a rule for the first ones are used. */
  const usedText = ({ id, when }: Pick<DraftRule, 'id' | 'when'>, tickets: RuleTickets): string => {
    const all = when.first || 0
    const used = id === undefined ? 0 : Math.min(tickets[id] ?? 0, all)
    return t('first.used', { used: formatNumber(used, language), all: formatNumber(all, language) })
  }

  return {
    ...words,
    usedText,
    passedText: (names: readonly string[]) => formatList(names.map(bidiIsolate), language),
    /** Its own name, else its place. */
    ruleName: ({ name }: Pick<DraftRule, 'name'>, place: number) => name || t('rule', { number: place + 1 }),
  }
}
