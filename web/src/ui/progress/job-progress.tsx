import { formatNumber } from '@scanleaf/shared'
import type { ReactNode } from 'react'
import { useLanguage } from '../../lib/i18n/i18n'
import { Card } from '../card/card'
import styles from './job-progress.module.css'
import { ProgressBar } from './progress-bar'

export interface JobProgressProps {
  /** What is happening now. */
  label: string
  /** How long it still takes. */
  remaining?: string | null
  /** Why it stopped. */
  reason?: string | null
  done: number
  total: number
  /** Beside the count. */
  note?: string | false
  /** Stops it, or resumes it. */
  action?: ReactNode
  className?: string | undefined
}

/** How far a long job is. */
export function JobProgress(props: JobProgressProps) {
  const { label, remaining, reason, done, total, note, action, className = '' } = props
  const language = useLanguage()
  return (
    <Card isPadded className={`stack gap-7 ${className}`}>
      <div className={`row wrap small muted ${styles.line}`}>
        <h2>
          <span role="status">{label}</span>
        </h2>
        {remaining && <span>{remaining}</span>}
      </div>
      {reason && <p className={`small ${styles.reason}`}>{reason}</p>}
      <ProgressBar aria-label={label} max={Math.max(total, 1)} value={done} />
      <div className={`row wrap small muted ${styles.line}`}>
        <span className={styles.count}>
          <b>{formatNumber(done, language)}</b> / {formatNumber(total, language)}
        </span>
        {note && <span className={`fill ${styles.note}`}>{note}</span>}
        {action}
      </div>
    </Card>
  )
}
