import { useNetwork } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { RetryStrip } from './strip'

/** Under the bar while the browser has no network. */
export function OfflineBanner({ onRetry }: { onRetry: () => unknown }) {
  const { t } = useTranslation('common')
  const { online } = useNetwork()
  return (
    <div role="status">
      {!online && <RetryStrip text={t('offline')} action={t('retry')} onRetry={onRetry} />}
    </div>
  )
}
