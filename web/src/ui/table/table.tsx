import type { ComponentProps, ReactNode } from 'react'
import styles from './table.module.css'

/** Rows under lines, and a head in small grey letters; what a screen adds is a class of its own. */
export const Table = ({ className = '', ...props }: ComponentProps<'table'>) => (
  <table {...props} className={`${styles.table} ${className}`} />
)

/** A cell that names its column itself where a phone shows the row as a card. */
export const TableCell = ({
  label,
  className,
  children,
}: {
  label: string
  className?: string | undefined
  children: ReactNode
}) => (
  <td className={className} data-label={label}>
    <div>{children}</div>
  </td>
)
