import { useTranslation } from 'react-i18next'
import styles from './sign-in-art.module.css'

/** Beside sign-in and registration: a code that is scanned. */
export function SignInArt() {
  const { t } = useTranslation('account')
  return (
    <aside className={styles.art} aria-hidden="true">
      <div className={styles.paper} />
      <div className={styles.scans}>
        <b>{t('art.scans', { count: 1284 })}</b>
        <svg className="flip" width="96" height="28" viewBox="0 0 96 28" aria-hidden="true">
          <path
            d="M0 24C10 24 10 18 20 18S30 21 40 16 50 12 60 14 72 6 80 7 90 2 96 3"
            fill="none"
            stroke="#75D3A0"
            strokeWidth="2"
            strokeLinecap="round"
          />
        </svg>
      </div>
    </aside>
  )
}
