import { formatNumber } from '@scanleaf/shared'
import type { ReactNode } from 'react'
import { useLanguage } from '../../lib/i18n/i18n'
import { Card } from '../card/card'
import styles from './job-progress.module.css'

export interface JobProgressProps {
  /** What goes on now. */
  label: string
  /** How long it still takes. */
  remaining?: string | null
  /** Why it stopped. */
  reason?: string | null
  done: number
  total: number
  /** Beside the count. */
  note?: string | false
  /** Stops it, or goes on. */
  action?: ReactNode
  className?: string | undefined
}

/** How far a long job is. */
export function JobProgress(props: JobProgressProps) {
  const { label, remaining, reason, done, total, note, action, className = '' } = props
  const language = useLanguage()
  return (
    <Card isPadded className={`${styles.progress} ${className}`}>
      <div className={styles.line}>
        <h2>
          <span role="status">{label}</span>
        </h2>
        {remaining && <span>{remaining}</span>}
      </div>
      {reason && <p className={styles.reason}>{reason}</p>}
      <div
        className={styles.track}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
      >
        <i style={{ width: `${total === 0 ? 0 : (done / total) * 100}%` }} />
      </div>
      <div className={styles.line}>
        <span className={styles.count}>
          <b>{formatNumber(done, language)}</b> / {formatNumber(total, language)}
        </span>
        {note && <span className={styles.note}>{note}</span>}
        {action}
      </div>
    </Card>
  )
}
