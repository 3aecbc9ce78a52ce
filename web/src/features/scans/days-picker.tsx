import { addDays, formatFullDay, formatMonth, languageOf, MAX_DAYS, weekdayName } from '@scanleaf/shared'
import { type RefObject, useState } from 'react'
import { type DateRange, DayPicker } from 'react-day-picker'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n/i18n'
import drop from '../../ui/menu/dropdown.module.css'
import { usePopover } from '../../ui/menu/use-popover'
import styles from './days-picker.module.css'
import { firstWeekday, today } from './range'

export interface DaysPickerProps {
  anchorRef: RefObject<HTMLElement | null>
  /** First and last day, `YYYY-MM-DD`. */
  from: string
  to: string
  /** Both days are chosen. */
  onChoose: (from: string, to: string) => void
}

/** A month in which the first and the last day are pressed, the same in every browser and in the language of the page. */
export function DaysPicker({ anchorRef, from, to, onChoose }: DaysPickerProps) {
  const { t } = useTranslation('scans')
  const language = useLanguage()
  const ref = usePopover<HTMLDivElement>(anchorRef, 'below')
  const [first, setFirst] = useState<string | null>(null)
  const month = (date: Date) => formatMonth(date, language)
  const weekday = (date: Date, width: 'long' | 'narrow') =>
    weekdayName((date.getDay() + 6) % 7, width, language)
  const last = today()
  const earliest = addDays(first ?? last, 1 - MAX_DAYS.month)
  const latest = first === null ? last : [last, addDays(first, MAX_DAYS.month - 1)].sort()[0]

  function press(pressed: Date) {
    const date = dayOf(pressed)
    if (first === null) setFirst(date)
    else onChoose(...([first, date].sort() as [string, string]))
  }

  const shown: DateRange = first === null ? { from: dateOf(from), to: dateOf(to) } : { from: dateOf(first) }
  return (
    <div ref={ref} popover="manual" role="dialog" aria-label={t('range.choose')} className={drop.floating}>
      <p className={`muted ${styles.hint}`} role="status">
        {t(first === null ? 'range.first-day' : 'range.last-day')}
      </p>
      <DayPicker
        mode="range"
        autoFocus
        dir={document.documentElement.dir}
        lang={languageOf(language).intl}
        selected={shown}
        onSelect={(_, pressed) => press(pressed)}
        defaultMonth={dateOf(to)}
        endMonth={dateOf(last)}
        disabled={[{ before: dateOf(earliest) }, { after: dateOf(latest ?? last) }]}
        weekStartsOn={(firstWeekday(language) % 7) as 0 | 1 | 2 | 3 | 4 | 5 | 6}
        classNames={CLASSES}
        formatters={{
          formatCaption: month,
          formatWeekdayName: (date) => weekday(date, 'narrow'),
        }}
        labels={{
          labelGrid: month,
          labelWeekday: (date) => weekday(date, 'long'),
          labelDayButton: (date) => formatFullDay(date, language),
          labelPrevious: () => t('range.previous-month'),
          labelNext: () => t('range.next-month'),
          labelNav: () => t('range.choose'),
        }}
      />
    </div>
  )
}

/** Midnight by the browser's own clock, by which the calendar counts. */
function dateOf(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}

const dayOf = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => `${part}`.padStart(2, '0'))
    .join('-')

const CLASSES = {
  months: styles.months ?? '',
  month_caption: styles.caption ?? '',
  nav: styles.nav ?? '',
  button_previous: styles.turn ?? '',
  button_next: styles.turn ?? '',
  chevron: styles.chevron ?? '',
  month_grid: styles.grid ?? '',
  weekday: styles.weekday ?? '',
  day: styles.day ?? '',
  day_button: styles.dayButton ?? '',
  selected: styles.selected ?? '',
  range_start: styles.start ?? '',
  range_end: styles.end ?? '',
  today: styles.today ?? '',
  outside: styles.outside ?? '',
  disabled: styles.disabled ?? '',
}
