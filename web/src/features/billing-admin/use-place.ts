import { useNavigate, useSearch } from '@tanstack/react-router'
import type { AdminSearch, View } from './search'

/** Where the operator is, by the address, and the way to another place. */
export function usePlace() {
  const { view = 'transfers', state, page = 1, q = '' }: AdminSearch = useSearch({ strict: false })
  const navigate = useNavigate()

  const change = (nextOf: (previous: object) => object) =>
    void navigate({ to: '.', search: nextOf, replace: true, resetScroll: false } as Parameters<
      typeof navigate
    >[0])

  return {
    view,
    state,
    page,
    q,
    /** Begins at page 1 unless it names another. */
    go: (next: AdminSearch) => change((previous) => ({ ...previous, page: undefined, ...next })),
    toView: (next: View) => change(() => ({ view: next })),
  }
}
