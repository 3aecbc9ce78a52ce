import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs'
import type { ReactNode } from 'react'
import styles from './message.module.css'

/** A line that says what happens next. */
export function InfoMessage({ children }: { children: ReactNode }) {
  return (
    <p className={`small gap-5 ${styles.note}`}>
      <IconInfoCircle size={18} stroke={1.7} aria-hidden />
      <span>{children}</span>
    </p>
  )
}
