import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { useTranslation } from 'react-i18next'
import { clearPager } from '../toast/clear-pager'
import styles from './pagination.module.css'
import { PAGE_GAP, paginationRange } from './pagination-range'

export interface PagerProps {
  /** From 1. */
  page: number
  pages: number
  onChange: (page: number) => void
}

const clearToasts = (pager: HTMLElement | null) => (pager ? clearPager(pager) : undefined)

/** The page control of lists; nothing for a single page. */
export function Pagination({ page, pages, onChange }: PagerProps) {
  const { t } = useTranslation('common')
  if (pages <= 1) return null
  return (
    <nav ref={clearToasts} className={`row gap-1 ${styles.pager}`} aria-label={t('pager.label')}>
      <button
        type="button"
        className={`muted centred ${styles.page}`}
        disabled={page <= 1}
        aria-label={t('pager.previous')}
        onClick={() => onChange(page - 1)}
      >
        <IconChevronLeft className="flip" size={17} stroke={1.7} aria-hidden />
      </button>
      {paginationRange(page, pages).map((item, place) =>
        item === PAGE_GAP ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no other name than its place
          <span key={`gap ${place}`} className={styles.gap} aria-hidden="true">
            …
          </span>
        ) : (
          <button
            type="button"
            key={item}
            className={`muted centred ${styles.page}`}
            data-far={Math.abs(item - page) === 2 && item !== 1 && item !== pages ? '' : undefined}
            aria-label={t('pager.page', { page: item })}
            aria-current={item === page ? 'page' : undefined}
            onClick={() => item !== page && onChange(item)}
          >
            {item}
          </button>
        ),
      )}
      <button
        type="button"
        className={`muted centred ${styles.page}`}
        disabled={page >= pages}
        aria-label={t('pager.next')}
        onClick={() => onChange(page + 1)}
      >
        <IconChevronRight className="flip" size={17} stroke={1.7} aria-hidden />
      </button>
    </nav>
  )
}
