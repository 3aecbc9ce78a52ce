import { formatNumber } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../lib/format/format'
import { useLanguage } from '../../lib/i18n/i18n'
import { ownReportsQuery } from './api'
import styles from './own-reports.module.css'

/** In the popup of an own code: reasons, dates and counts of reports, their effect, and what to do. */
export function OwnReportsNote({ codeId }: { codeId: string }) {
  const { t } = useTranslation('code-reports')
  const language = useLanguage()
  const { data } = useQuery(ownReportsQuery(codeId))
  if (!data || (data.open === 0 && !data.isWarned)) return null
  const state = data.isWarned ? 'warned' : data.isWaiting ? 'waiting' : 'reported'
  return (
    <section
      className={`small gap-4 ${styles.panel}`}
      data-warned={data.isWarned || undefined}
      aria-label={t('own.title')}
    >
      <h3>{t('own.title')}</h3>
      <p>{t(`own.state.${state}`)}</p>
      {data.reports.length > 0 && (
        <ul>
          {data.reports.map(({ reason, target, count, lastAt }) => (
            <li key={`${reason} ${target}`}>
              {t(`reason.${reason}`)}: {formatNumber(count, language)} ·{' '}
              <bdi dir="ltr">{formatDateTime(lastAt)}</bdi>
              <bdi className={styles.target} dir="ltr">
                {target}
              </bdi>
            </li>
          ))}
        </ul>
      )}
      <p>{t('own.advice')}</p>
    </section>
  )
}
