import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/button'
import styles from './message-screen.module.css'

/** Replaces a screen that failed. */
export function FailedScreen() {
  const { t } = useTranslation('common')
  return (
    <main className={`row stack ${styles.centred}`} role="alert">
      <span className={`centred ${styles.failedTile}`}>
        <IconAlertTriangle size={24} stroke={1.7} aria-hidden />
      </span>
      <h1 className={styles.title}>{t('screen-failed')}</h1>
      <p className={`muted ${styles.text}`}>{t('screen-failed.text')}</p>
      <div className={`wrap gap-4 ${styles.actions}`}>
        <Button variant="filled" onClick={() => window.location.reload()}>
          {t('reload')}
        </Button>
      </div>
    </main>
  )
}
