import { useNetwork } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { Strip } from './strip'

/** Under the bar while the browser has no network. */
export function OfflineBanner({ onRetry }: { onRetry: () => unknown }) {
  const { t } = useTranslation('common')
  const { online } = useNetwork()
  return (
    <div role="status">{!online && <Strip text={t('offline')} action={t('retry')} onAction={onRetry} />}</div>
  )
}
