import { useNetwork } from '@mantine/hooks'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import { useTranslation } from 'react-i18next'
import { Button } from '../button/button'
import styles from './offline-banner.module.css'

/** Amber strip under the bar while the browser has no network. */
export function OfflineBanner({ onRetry }: { onRetry: () => unknown }) {
  const { t } = useTranslation('common')
  const { online } = useNetwork()
  return (
    <div role="status">
      {!online && (
        <div className={styles.strip}>
          <IconAlertTriangle size={18} stroke={1.7} aria-hidden />
          <span className={styles.text}>{t('offline')}</span>
          <Button variant="default" size="sm" onClick={() => void onRetry()}>
            {t('retry')}
          </Button>
        </div>
      )}
    </div>
  )
}
