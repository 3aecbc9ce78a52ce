import { formatVnd } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../lib/format/format'
import { useLanguage } from '../../lib/i18n/i18n'
import styles from '../../ui/list/list.module.css'
import { LoadError } from '../../ui/state/load-error'
import { refundsQuery } from './api'
import own from './billing-admin.module.css'

const TONES = { pending: 'pending', done: 'succeeded', failed: 'failed' } as const

/** What goes back of a payment, and whether it has arrived. */
export function RefundsRow({ columns, id }: { columns: number; id: string }) {
  const { t } = useTranslation('billing-admin')
  const language = useLanguage()
  const refunds = useQuery(refundsQuery(id))
  return (
    <tr className={styles.formRow}>
      <td colSpan={columns}>
        <div className={`gap-6 ${styles.form}`} aria-busy={refunds.isPending || undefined}>
          {refunds.isError && !refunds.data && <LoadError onRetry={() => refunds.refetch()} />}
          {refunds.data?.length === 0 && <p className="small muted">{t('refunds.empty')}</p>}
          {refunds.data && refunds.data.length > 0 && (
            <ul className={`gap-5 ${own.refunds}`} aria-label={t('act.refunds')}>
              {refunds.data.map(({ id: refund, amount, reason, status, statusCode, createdAt, endedAt }) => (
                <li key={refund}>
                  <b>
                    <bdi dir="ltr">{formatVnd(amount, language)}</bdi>
                  </b>
                  <span className={`fine gap-3 ${styles.chip}`} data-status={TONES[status]}>
                    {t(`refund-status.${status}`)}
                  </span>
                  {status === 'failed' && statusCode !== '' && <code dir="ltr">{statusCode}</code>}
                  <span className={`muted ${styles.time}`}>{formatDateTime(endedAt ?? createdAt)}</span>
                  <bdi className={styles.content}>{reason}</bdi>
                </li>
              ))}
            </ul>
          )}
        </div>
      </td>
    </tr>
  )
}
