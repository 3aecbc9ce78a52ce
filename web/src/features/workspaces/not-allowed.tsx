import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/card/card'
import { EmptyState } from '../../ui/state/empty-state'

/** In the place of a screen that the role of the person does not include. */
export function NotAllowed() {
  const { t } = useTranslation('workspaces')
  return (
    <Card>
      <EmptyState title={t('not-allowed')} text={t('not-allowed.text')} />
    </Card>
  )
}
