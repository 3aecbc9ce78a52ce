import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import type { ReactNode } from 'react'
import styles from './disclosure.module.css'

export interface DisclosureProps {
  title: ReactNode
  /** `row` lies in a card or has a border of its own; `plain` stands between fields. */
  look?: 'plain' | 'row'
  /** Without it, it is closed until somebody opens it. */
  isOpen?: boolean
  onToggle?: (isOpen: boolean) => void
  className?: string | undefined
  children: ReactNode
}

/** A line that opens what is below it. */
export const Disclosure = ({
  title,
  look = 'plain',
  isOpen,
  onToggle,
  children,
  ...rest
}: DisclosureProps) => (
  <details
    {...rest}
    className={`${styles.disclosure} ${rest.className ?? ''}`}
    data-look={look}
    open={isOpen}
    // A change of `isOpen` is told too, which nobody chose.
    onToggle={({ currentTarget: { open } }) => open !== isOpen && onToggle?.(open)}
  >
    <summary className={`row gap-4 ${styles.line}`}>
      {title}
      <IconChevronDown className={styles.chevron} size={17} stroke={1.7} aria-hidden />
    </summary>
    {children}
  </details>
)
