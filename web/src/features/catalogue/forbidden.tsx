import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/state/empty-state'

/** For whom the server would answer with a refusal. */
export function Forbidden() {
  const { t } = useTranslation('catalogue')
  return <EmptyState title={t('forbidden')} text={t('forbidden.text')} />
}
