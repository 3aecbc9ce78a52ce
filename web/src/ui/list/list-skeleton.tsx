import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '../state/states.module.css'

const SIGN_OF_LIFE_MS = 600

/** A list in its final geometry while it loads; shows itself after 150 ms and shimmers when that takes longer. */
export function ListSkeleton({ rows = 10 }: { rows?: number }) {
  const { t } = useTranslation('common')
  const shimmers = useHasLasted(SIGN_OF_LIFE_MS)
  return (
    <div
      className={styles.skeleton}
      data-shimmers={shimmers || undefined}
      role="status"
      aria-label={t('loading')}
    >
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
        <div className={`row gap-7 ${styles.skeletonRow}`} key={row}>
          <i className={styles.skeletonThumb} />
          <span className={`stack gap-4 ${styles.skeletonText}`}>
            <i className={styles.skeletonTitle} />
            <i className={styles.skeletonLine} />
          </span>
          <i className={styles.skeletonEnd} />
        </div>
      ))}
    </div>
  )
}

function useHasLasted(ms: number): boolean {
  const [hasLasted, setHasLasted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setHasLasted(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return hasLasted
}
