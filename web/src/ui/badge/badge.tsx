import styles from './badge.module.css'

export interface BadgeProps {
  tone: 'good' | 'warning' | 'bad' | 'plain'
  children: string
}

/** A state: a dot and a word. */
export const Badge = ({ tone, children }: BadgeProps) => (
  <span className={`fine gap-3 ${styles.badge}`} data-tone={tone}>
    <i />
    {children}
  </span>
)
