import type { ReactNode } from 'react'
import styles from './code-dialog.module.css'

export interface PropertyProps {
  label: string
  children: ReactNode
  /** Buttons at the end of the line. */
  end?: ReactNode
}

/** A line of the popup that is read only. */
export function Property({ label, children, end }: PropertyProps) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>
        <span className={styles.value}>{children}</span>
        {end && <span className={styles.end}>{end}</span>}
      </dd>
    </div>
  )
}
