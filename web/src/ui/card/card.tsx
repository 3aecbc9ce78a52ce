import type { ComponentPropsWithRef } from 'react'
import styles from './card.module.css'

export interface CardProps extends ComponentPropsWithRef<'section'> {
  /** Inner padding of 24 px (18 on phones); a table goes without. */
  isPadded?: boolean
  /** Holds a list, which pales while `aria-busy`. */
  isList?: boolean
}

/** White surface with a line and rounded corners. */
export function Card({ isPadded = false, isList = false, className, ...props }: CardProps) {
  const names = [styles.card, isPadded && styles.padded, isList && styles.list, className]
    .filter(Boolean)
    .join(' ')
  return <section {...props} className={names} />
}
