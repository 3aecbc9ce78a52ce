import { formatList } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { bidiIsolate } from '../../../lib/i18n/bidi-isolate'
import { useLanguage } from '../../../lib/i18n/i18n'
import type { DraftRule } from '../draft/draft'
import { DAYS, useRuleWords } from '../draft/words'
import { toneOf } from '../rule-card'
import styles from './bench.module.css'
import type { WeekSpan } from './tried-draft'

const DAY_MINUTES = 1440
const HOURS = [0, 6, 12, 18, 24]
const clock = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')

/** The week of the visitor, each rule in its colour; a list of times for who cannot see it. */
export function Week({ week, rules }: { week: readonly WeekSpan[][]; rules: readonly DraftRule[] }) {
  const { t } = useTranslation('link-rules')
  const language = useLanguage()
  const { dayName, ruleName } = useRuleWords()
  const nameOf = (place: number | null) => {
    const rule = place === null ? undefined : rules[place]
    return rule && place !== null ? ruleName(rule, place) : t('else')
  }
  const used = [...new Set(week.flat().map(({ place }) => place))].sort((a, b) => (a ?? 99) - (b ?? 99))
  return (
    <section className={styles.weekPart} aria-labelledby="rules-week">
      <h3 id="rules-week">{t('week')}</h3>
      <div className={styles.week}>
        {DAYS.map((day) => {
          const spans = week[day] ?? []
          const words = spans.map(({ place, from, until }) =>
            bidiIsolate(`${clock(from)}–${clock(until)} ${nameOf(place)}`),
          )
          return (
            <div key={day} className={styles.day}>
              <span className="fine muted" aria-hidden>
                {dayName(day)}
              </span>
              <span
                className={styles.track}
                dir="ltr"
                role="img"
                aria-label={`${dayName(day)}: ${formatList(words, language)}`}
              >
                {spans.map(({ place, from, until }) => (
                  <i
                    key={from}
                    data-tone={place === null ? undefined : toneOf(place)}
                    style={{ width: `${((until - from) / DAY_MINUTES) * 100}%` }}
                  />
                ))}
              </span>
            </div>
          )
        })}
        <div className={styles.day} aria-hidden>
          <span />
          <span className={`fine muted ${styles.axis}`} dir="ltr">
            {HOURS.map((hour) => (
              <span key={hour}>{hour}</span>
            ))}
          </span>
        </div>
      </div>
      <ul className={`wrap fine muted ${styles.legend}`} aria-hidden>
        {used.map((place) => (
          <li key={place ?? 'else'} className="row gap-3">
            <i data-tone={place === null ? undefined : toneOf(place)} />
            <bdi>{nameOf(place)}</bdi>
          </li>
        ))}
      </ul>
    </section>
  )
}
