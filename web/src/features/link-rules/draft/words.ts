import {
  formatList,
  formatNumber,
  type Language,
  type RuleCondition,
  type RuleConditions,
  type RuleDevice,
  type RuleTickets,
  scanValueName,
  weekdayName,
} from '@scanleaf/shared'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { bidiIsolate } from '../../../lib/i18n/bidi-isolate'
import { useLanguage } from '../../../lib/i18n/i18n'
import type { DraftRule } from './draft'

const MAX_NAMES = 3
export const DAYS = [0, 1, 2, 3, 4, 5, 6] as const

/** What rules say, in the language of the screen. */
export function useRuleWords() {
  const { t } = useTranslation('link-rules')
  const language = useLanguage()
  return wordsOf(t, language)
}

function wordsOf(t: TFunction<'link-rules'>, language: Language) {
  const dayName = (day: number) => weekdayName(day, 'short', language)
  const deviceName = (device: RuleDevice) => t(`device.${device}`)
  const countryName = (code: string) => scanValueName('country', code, language, () => t('bench.unknown'))
  const languageName = (code: string) => scanValueName('language', code, language, () => t('bench.unknown'))
  const few = (names: readonly string[]) =>
    names.length <= MAX_NAMES
      ? names.join(', ')
      : `${names.slice(0, MAX_NAMES - 1).join(', ')} +${names.length - MAX_NAMES + 1}`

  function conditionText(condition: RuleCondition, when: RuleConditions): string {
    switch (condition) {
      case 'from':
        return t('from', { time: localTimeText(when.from ?? '') })
      case 'until':
        return t('until', { time: localTimeText(when.until ?? '') })
      case 'days':
        return daysText(when.days ?? [], dayName)
      case 'hours':
        return (when.hours ?? []).map(([from, until]) => `${from}–${until}`).join(', ')
      case 'devices':
        return few((when.devices ?? []).map(deviceName))
      case 'languages':
        return few((when.languages ?? []).map(languageName))
      case 'countries':
        return few((when.countries ?? []).map(countryName))
      case 'first':
        return when.first === 1
          ? t('first.one')
          : t('first.many', { last: formatNumber(when.first || 0, language) })
    }
  }

  /** How many scans of a rule for the first ones are used. */
  const usedText = ({ id, when }: Pick<DraftRule, 'id' | 'when'>, tickets: RuleTickets): string => {
    const all = when.first || 0
    const used = id === undefined ? 0 : Math.min(tickets[id] ?? 0, all)
    return t('first.used', { used: formatNumber(used, language), all: formatNumber(all, language) })
  }

  return {
    usedText,
    dayName,
    deviceName,
    countryName,
    languageName,
    conditionText,
    passedText: (names: readonly string[]) => formatList(names.map(bidiIsolate), language),
    /** Its own name, else its place. */
    ruleName: ({ name }: Pick<DraftRule, 'name'>, place: number) => name || t('rule', { number: place + 1 }),
  }
}

/** @example localTimeText('2026-12-01T08:00') // '08:00 - 01/12/2026' */
export function localTimeText(local: string): string {
  const [day = '', time = ''] = local.split('T')
  return local === '' ? '' : `${time} - ${day.split('-').reverse().join('/')}`
}

/** Days that follow each other as a range: `Mon–Fri`, `Mon, Wed`. */
function daysText(days: readonly number[], dayName: (day: number) => string): string {
  const sorted = [...days].sort((a, b) => a - b)
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) return ''
  const isRange = sorted.length > 2 && last - first === sorted.length - 1
  return isRange ? `${dayName(first)}–${dayName(last)}` : sorted.map(dayName).join(', ')
}
