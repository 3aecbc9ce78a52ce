import type { ComponentProps } from 'react'
import styles from './progress-bar.module.css'

export interface ProgressBarProps extends Omit<ComponentProps<'progress'>, 'className'> {
  tone?: 'green' | 'amber' | 'red'
}

/** `value` of `max`, by default a share from 0 to 1. */
export const ProgressBar = ({ tone = 'green', ...others }: ProgressBarProps) => (
  <progress {...others} className={styles.bar} data-tone={tone} />
)
