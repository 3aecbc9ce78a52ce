import type { Delivery, DeliveryOutcome } from '@scanleaf/shared'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../lib/format/format'
import { bidiIsolate } from '../../lib/i18n/bidi-isolate'
import { useLanguage } from '../../lib/i18n/i18n'
import { IconButton } from '../../ui/button/button'
import { formatDuration, isAccepted, outcomeText } from './outcome'
import styles from './webhooks.module.css'

interface DeliveryRowProps {
  delivery: Delivery
  onAgain: (eventId: string) => void
}

/** One event and what became of it; it opens to what was sent and each attempt. */
export function DeliveryRow({ delivery, onAgain }: DeliveryRowProps) {
  const { t } = useTranslation('webhooks')
  const language = useLanguage()
  const [isOpen, setIsOpen] = useState(false)
  const detailsId = useId()
  const { eventId, type, attempts, nextAt, state } = delivery
  const last = attempts.at(-1)
  const isBad = last !== undefined && state !== 'accepted'
  return (
    <>
      <tr data-bad={isBad || undefined}>
        <td>
          <button
            type="button"
            className={styles.opener}
            aria-expanded={isOpen}
            aria-controls={detailsId}
            onClick={() => setIsOpen(!isOpen)}
          >
            <code dir="ltr">{type}</code>
          </button>
        </td>
        <td>
          {last ? <Answer attempt={last} /> : <IconClock size={15} stroke={1.7} aria-label={t('waiting')} />}
        </td>
        <td className={styles.id}>
          <code dir="ltr">{eventId}</code>
        </td>
        <td className={styles.figure}>{last && formatDuration(last.ms, language)}</td>
        <td className={styles.time}>
          {isBad && nextAt
            ? t('next', { time: bidiIsolate(formatDateTime(nextAt)) })
            : last && formatDateTime(last.at)}
        </td>
        <td className={styles.again}>
          <IconButton size={32} aria-label={`${t('again')}: ${type}`} onClick={() => onAgain(eventId)}>
            <IconRefresh size={17} stroke={1.7} aria-hidden />
          </IconButton>
        </td>
      </tr>
      {isOpen && (
        <tr id={detailsId} className={styles.details} data-bad={isBad || undefined}>
          <td colSpan={6}>
            <div className={styles.parts}>
              <section className={styles.part}>
                <h3>{t('sent')}</h3>
                <pre dir="ltr">{JSON.stringify(JSON.parse(delivery.body), null, 2)}</pre>
              </section>
              <section className={styles.part}>
                <h3>{t('attempts')}</h3>
                <ol className={styles.attempts}>
                  {attempts.map((attempt) => (
                    <li key={attempt.at}>
                      <bdi>{formatDateTime(attempt.at)}</bdi>
                      <span data-bad={!isAccepted(attempt) || undefined}>
                        {outcomeText(t, attempt)} · {formatDuration(attempt.ms, language)}
                      </span>
                    </li>
                  ))}
                </ol>
                {nextAt && (
                  <p className="small muted">{t('next', { time: bidiIsolate(formatDateTime(nextAt)) })}</p>
                )}
              </section>
            </div>
          </td>
        </tr>
      )}
    </>
  )
}

function Answer({ attempt }: { attempt: DeliveryOutcome }) {
  const { t } = useTranslation('webhooks')
  const isGood = isAccepted(attempt)
  const Icon = isGood ? IconCheck : IconAlertTriangle
  return (
    <span className={styles.answer} data-bad={!isGood || undefined}>
      <Icon size={15} stroke={1.7} aria-hidden />
      {outcomeText(t, attempt)}
    </span>
  )
}
