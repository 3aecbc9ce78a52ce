import type { Language } from '../../languages'
import { formatList, weekdayName } from '../../local-names'
import { formatNumber } from '../../number'
import { scanValueName } from '../../scans/value-name'
import type { RuleCondition, RuleConditions, RuleDevice } from './schema'

const MAX_NAMES = 3

/** Of its own direction, so that words of another script and times keep their order in a list. */
const isolated = (text: string): string => `\u2068${text}\u2069`

type ConditionText = (condition: RuleCondition, when: RuleConditions) => string

/** What the conditions of rules say, for people. @param t texts of the namespace `link-rules` */
export function conditionWords(
  t: (key: `link-rules:${string}`, values?: Record<string, string>) => string,
  language: Language,
) {
  const dayName = (day: number) => weekdayName(day, 'short', language)
  const deviceName = (device: RuleDevice) => t(`link-rules:device.${device}`)
  const countryName = (code: string) =>
    scanValueName('country', code, language, () => t('link-rules:bench.unknown'))
  const languageName = (code: string) =>
    scanValueName('language', code, language, () => t('link-rules:bench.unknown'))
  const listed = (names: readonly string[]) =>
    names.length === 1 ? (names[0] ?? '') : formatList(names.map(isolated), language)
  const few = (names: readonly string[]) =>
    names.length <= MAX_NAMES
      ? listed(names)
      : `${listed(names.slice(0, MAX_NAMES - 1))} +${formatNumber(names.length - MAX_NAMES + 1, language)}`

  const conditionText: ConditionText = (condition, when) => {
    switch (condition) {
      case 'from':
        return t('link-rules:from', { time: localTimeText(when.from ?? '') })
      case 'until':
        return t('link-rules:until', { time: localTimeText(when.until ?? '') })
      case 'days':
        return daysText(when.days ?? [], dayName, listed)
      case 'hours':
        return formatList(
          (when.hours ?? []).map(([from, until]) => isolated(`${from}–${until}`)),
          language,
        )
      case 'devices':
        return few((when.devices ?? []).map(deviceName))
      case 'languages':
        return few((when.languages ?? []).map(languageName))
      case 'countries':
        return few((when.countries ?? []).map(countryName))
      case 'first':
        return when.first === 1
          ? t('link-rules:first.one')
          : t('link-rules:first.many', { last: formatNumber(when.first || 0, language) })
    }
  }

  return { dayName, deviceName, countryName, languageName, conditionText }
}

/** @example localTimeText('2026-12-01T08:00') // '08:00 - 01/12/2026' */
export function localTimeText(local: string): string {
  const [day = '', time = ''] = local.split('T')
  return local === '' ? '' : `${time} - ${day.split('-').reverse().join('/')}`
}

/** Days that follow each other as a range: `Mon–Fri`, `Mon and Wed`. */
function daysText(
  days: readonly number[],
  dayName: (day: number) => string,
  listed: (names: readonly string[]) => string,
): string {
  const sorted = [...days].sort((a, b) => a - b)
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) return ''
  const isRange = sorted.length > 2 && last - first === sorted.length - 1
  return isRange ? `${dayName(first)}–${dayName(last)}` : listed(sorted.map(dayName))
}
