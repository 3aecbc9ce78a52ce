import { MAX_HOLIDAYS, MAX_SPANS, type OpeningSpan, weekdayName } from '@scanleaf/shared'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../lib/i18n/i18n'
import { Button, IconButton } from '../../../ui/button/button'
import { ErrorMessage } from '../../../ui/message/error-message'
import type { BlockOf } from '../state/blocks'
import { without } from '../state/lists'
import styles from './fields.module.css'
import { type BlockProps, useErrorAt, useFields } from './fields-context'
import { RowList } from './row-list'
import { LineField } from './simple-blocks'

const NEW_SPAN: OpeningSpan = { from: '08:00', to: '22:00' }

export function HoursFields({ block, place, onChange }: BlockProps<BlockOf<'hours'>>) {
  const { t } = useTranslation('page-editor')
  const language = useLanguage()
  const { hours } = block
  const holidays = hours.holidays ?? []
  const setDays = (days: OpeningSpan[][]) => onChange({ ...block, hours: { ...hours, days } })
  return (
    <>
      <ul className={styles.days}>
        {hours.days.map((spans, day) => {
          const name = weekdayName(day, 'long', language)
          return (
            <li key={name} className={styles.day}>
              <Spans
                name={name}
                place={`${place}.hours.days.${day}`}
                spans={spans}
                onChange={(next) => setDays(hours.days.map((each, at) => (at === day ? next : each)))}
              />
              {day === 0 && (
                <Button variant="subtle" size="sm" onClick={() => setDays(hours.days.map(() => spans))}>
                  {t('hours.every-day')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <h3>{t('hours.other-days')}</h3>
      <RowList
        rows={holidays}
        max={MAX_HOLIDAYS}
        addLabel={t('hours.add-date')}
        nameOf={({ date }) => date}
        newRow={() => ({ date: '', spans: [] })}
        onChange={(next) => onChange({ ...block, hours: { ...hours, holidays: next } })}
      >
        {(holiday, at, change) => (
          <div className={styles.day}>
            <DateField
              place={`${place}.hours.holidays.${at}.date`}
              value={holiday.date}
              onChange={(date) => change({ ...holiday, date })}
            />
            <Spans
              name={holiday.date}
              place={`${place}.hours.holidays.${at}.spans`}
              spans={holiday.spans}
              onChange={(spans) => change({ ...holiday, spans })}
            />
          </div>
        )}
      </RowList>
      <LineField place={place} line={block.line} onChange={(line) => onChange({ ...block, line })} />
    </>
  )
}

function DateField({
  place,
  value,
  onChange,
}: {
  place: string
  value: string
  onChange: (value: string) => void
}) {
  const { t } = useTranslation('page-editor')
  const { leave } = useFields()
  const error = useErrorAt()(place)
  return (
    <>
      <input
        type="date"
        className={styles.time}
        aria-label={t('hours.date')}
        aria-invalid={error !== undefined}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={() => leave(place)}
      />
      {error !== undefined && <ErrorMessage text={error} />}
    </>
  )
}

interface SpansProps {
  /** Of the day. */
  name: string
  place: string
  spans: readonly OpeningSpan[]
  onChange: (spans: OpeningSpan[]) => void
}

/** When a day opens; without a time it is closed. */
function Spans({ name, place, spans, onChange }: SpansProps) {
  const { t } = useTranslation(['page-editor', 'pages', 'content-types'])
  const { leave } = useFields()
  const error = useErrorAt()(place)
  return (
    <fieldset className={styles.spans} onBlur={() => leave(place)}>
      <legend className={styles.dayName}>
        {name}
        {spans.length === 0 && <span className="muted"> · {t('pages:closed')}</span>}
      </legend>
      {spans.map((span, at) => {
        const time = (field: 'from' | 'to', label: string) => (
          <input
            type="time"
            className={styles.time}
            aria-label={`${name}: ${label}`}
            // Midnight at the end of a day is that of the next one; a field of the browser has no 24:00.
            value={span[field] === '24:00' ? '00:00' : span[field]}
            onChange={({ currentTarget: { value } }) =>
              onChange(spans.map((each, place) => (place === at ? { ...each, [field]: value } : each)))
            }
          />
        )
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a span has no other name than its place
          <span key={at} className="row gap-4">
            {time('from', t('content-types:field.start'))}–{time('to', t('content-types:field.end'))}
            <IconButton
              aria-label={t('remove', { name: `${name} ${span.from}–${span.to}` })}
              onClick={() => onChange(without(spans, at))}
            >
              <IconTrash size={17} stroke={1.7} aria-hidden />
            </IconButton>
          </span>
        )
      })}
      {spans.length < MAX_SPANS && (
        <Button variant="subtle" size="sm" onClick={() => onChange([...spans, NEW_SPAN])}>
          {t('hours.add')}
        </Button>
      )}
      {error !== undefined && <ErrorMessage text={error} />}
    </fieldset>
  )
}
