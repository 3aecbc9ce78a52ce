import type { ComponentProps } from 'react'
import styles from './table.module.css'

/** Rows under lines, and a head in small grey letters; what a screen adds is a class of its own. */
export const Table = ({ className = '', ...props }: ComponentProps<'table'>) => (
  <table {...props} className={`${styles.table} ${className}`} />
)
