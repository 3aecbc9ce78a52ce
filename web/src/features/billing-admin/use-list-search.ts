import { useNavigate, useSearch } from '@tanstack/react-router'
import type { AdminSearch } from './search'

/** Where the operator is, by the address, and the way to another place. */
export function useListSearch() {
  const { view = 'transfers', state, type, page = 1, q = '' }: AdminSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  return {
    view,
    state,
    type,
    page,
    q,
    /** Begins at page 1 unless it names another. */
    go: (next: AdminSearch) =>
      void navigate({
        to: '.',
        search: (previous: object) => ({ ...previous, page: undefined, ...next }),
        replace: true,
        resetScroll: false,
      } as Parameters<typeof navigate>[0]),
  }
}
