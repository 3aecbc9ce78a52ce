import { lazy, type ReactNode, Suspense } from 'react'
import styles from './list-footer.module.css'

/** Most lists have one page, and the footer is below the first screen. */
const Pager = lazy(async () => ({ default: (await import('./pagination')).Pagination }))

export interface ListFootProps {
  page: number
  pages: number
  onPage: (page: number) => void
  /** Between the two: how many rows a page has. */
  pageSize?: ReactNode
  /** After the page control: a way to what is not in the list. */
  end?: ReactNode
  /** How many there are, or which of them are shown. */
  children: ReactNode
}

/** Under a list: the visible range, the page size, and the page control. */
export const ListFooter = ({ page, pages, onPage, pageSize, end, children }: ListFootProps) => (
  <div className={`row small muted gap-6 ${styles.foot}`} data-single={pages === 1 || undefined}>
    <span role="status">{children}</span>
    {pageSize}
    {pages > 1 && (
      <Suspense fallback={<span className={styles.pagerPlace} />}>
        <Pager page={page} pages={pages} onChange={onPage} />
      </Suspense>
    )}
    {end}
  </div>
)

/** Keep their places while the list loads. */
export const ListHeadPlaceholder = () => <div className={styles.headPlace} />
export const ListFooterPlaceholder = () => <div className={`row small muted gap-6 ${styles.foot}`} />
