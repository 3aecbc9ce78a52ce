import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/button'
import { DropUnknown } from '../../../ui/list/drop-unknown'
import { EmptyState } from '../../../ui/state/empty-state'
import { type CodesSearch, NO_FILTER } from './use-codes-search'

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

/** Takes out of the address what the server did not know of its filters and its order. */
export const DropFilters = ({ error, search }: { error: unknown; search: CodesSearch }) => (
  <DropUnknown
    error={error}
    drop={(names) => {
      const unknown = names.filter((name) => name in NO_FILTER)
      if (unknown.length > 0)
        search.narrow(Object.fromEntries(unknown.map((name) => [name, ''])), { isReplaced: true })
    }}
  />
)
