import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/state/empty-state'

/** For users without permission. */
export function Forbidden() {
  const { t } = useTranslation('catalogue')
  return <EmptyState title={t('forbidden')} text={t('forbidden.text')} />
}
