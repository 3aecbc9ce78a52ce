import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/button'
import { EmptyState } from '../../../ui/state/empty-state'

/** There are codes, but none that the search and the filters let through. */
export function NoMatch({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation('user-codes')
  return (
    <EmptyState
      title={t('no-match')}
      text={t('no-match.text')}
      action={
        <Button variant="default" onClick={onClear}>
          {t('filter.clear')}
        </Button>
      }
    />
  )
}
