import type { ReactNode } from 'react'
import styles from './list-foot.module.css'
import { Pager } from './pager'

export interface ListFootProps {
  page: number
  pages: number
  onPage: (page: number) => void
  /** How many there are, or which of them are shown. */
  children: ReactNode
}

/** Under a list: what is shown of it, and the page control. */
export const ListFoot = ({ page, pages, onPage, children }: ListFootProps) => (
  <div className={styles.foot} data-single={pages === 1 || undefined}>
    <span role="status">{children}</span>
    <Pager page={page} pages={pages} onChange={onPage} />
  </div>
)

/** Keeps its place while the list loads. */
export const ListFootPlace = () => <div className={styles.foot} />
