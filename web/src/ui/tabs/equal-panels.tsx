import type { ReactNode } from 'react'
import styles from './equal-panels.module.css'

interface EqualPanelsProps<T extends string> {
  /** Of which one is shown. */
  panels: readonly { value: T; panel: ReactNode }[]
  value: T
}

/** Panels in one place, which is as high as the highest: nothing moves when another is shown. */
export function EqualPanels<T extends string>({ panels, value }: EqualPanelsProps<T>) {
  return (
    <div className={styles.panels}>
      {panels.map(({ value: each, panel }) => (
        <div key={each} data-off={each !== value || undefined}>
          {panel}
        </div>
      ))}
    </div>
  )
}
