import { DropUnknown } from '../../../ui/list/drop-unknown'
import { type CodesSearch, NO_FILTER } from './use-codes-search'

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
