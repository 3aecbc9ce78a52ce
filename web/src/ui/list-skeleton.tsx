import { useTranslation } from 'react-i18next'
import styles from './states.module.css'

/** A list in its final geometry while it loads; shows itself after 150 ms. */
export function ListSkeleton({ rows = 10 }: { rows?: number }) {
  const { t } = useTranslation('common')
  return (
    <div className={styles.skeleton} role="status" aria-label={t('loading')}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
        <div className={styles.skeletonRow} key={row}>
          <i className={styles.skeletonThumb} />
          <span className={styles.skeletonText}>
            <i className={styles.skeletonTitle} />
            <i className={styles.skeletonLine} />
          </span>
          <i className={styles.skeletonEnd} />
        </div>
      ))}
    </div>
  )
}
