import { useNavigate, useSearch } from '@tanstack/react-router'
import type { CatalogueSearch } from './search'

/** Rows of a page when the address names no other number (billing-spec §9). */
const PAGE_ROWS = 10

/** Where in the catalogue somebody is, by the address, and the way to another place. */
export function useListSearch() {
  const found: CatalogueSearch = useSearch({ strict: false })
  const { page = 1, limit = PAGE_ROWS, q = '', sort = '', category = '' } = found
  const navigate = useNavigate()
  return {
    page,
    limit,
    q,
    sort,
    category,
    isNarrowed: q !== '' || category !== '',
    /** Begins at page 1 unless it names another; an empty text takes a filter away. */
    go: (next: CatalogueSearch, { isReplaced = true } = {}) =>
      void navigate({
        to: '.',
        search: (previous: object) => ({ ...previous, page: undefined, ...next }),
        replace: isReplaced,
        resetScroll: false,
      } as Parameters<typeof navigate>[0]),
  }
}

export type Place = ReturnType<typeof useListSearch>
