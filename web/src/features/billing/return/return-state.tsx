import type { Transaction } from '@scanleaf/shared'
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import IconCircleX from '@tabler/icons-react/dist/esm/icons/IconCircleX.mjs'
import IconClockHour4 from '@tabler/icons-react/dist/esm/icons/IconClockHour4.mjs'
import { useTranslation } from 'react-i18next'
import { reasonOf } from '../failure-reasons'
import styles from './return-page.module.css'

const ICONS = { success: IconCircleCheck, pending: IconClockHour4, failure: IconCircleX } as const

/** The state of the payment, announced when it changes. */
export function ReturnState({ transaction: { status, statusDetail } }: { transaction: Transaction }) {
  const { t } = useTranslation(['billing', 'billing-history'])
  const Icon = ICONS[status]
  const isCancelled = status === 'failure' && statusDetail.code === 'cancelled'
  const outcome = isCancelled ? 'cancelled' : status
  const reason = status === 'failure' && !isCancelled ? reasonOf(statusDetail.code) : null
  return (
    <div
      className={`row stack gap-4 ${styles.state}`}
      data-status={status}
      role="status"
      aria-busy={status === 'pending' || undefined}
    >
      <Icon className={styles.icon} size={72} stroke={1.2} aria-hidden />
      <h2>{t(`return.${outcome}`)}</h2>
      {reason !== null && <p className={styles.reason}>{t(`billing-history:reason.${reason}`)}</p>}
      <p className={`muted ${styles.text}`}>{t(`return.${status}.text`)}</p>
      {status === 'pending' && <span className={styles.progress} />}
    </div>
  )
}
