import { useNavigate, useSearch } from '@tanstack/react-router'
import { keepingGrid, optionsOf, ownGridOf, type PrintOptions, searchOf } from './print-options'
import type { PrintSearch } from './search'

/** The browser keeps how the last codes were printed, and the own grid also while another layout is used. */
const STORED = 'print-options'

function storedSearch(): PrintSearch {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORED) ?? '{}')
    return typeof kept === 'object' && kept !== null ? kept : {}
  } catch {
    return {}
  }
}

/** How codes are printed, in the address; without it as the last time. */
export function usePrintOptions() {
  const search: PrintSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const stored = storedSearch()
  const options = search.layout === undefined ? { ...optionsOf(stored), start: 1 } : optionsOf(search)

  function change(next: Partial<PrintOptions>) {
    const wanted = searchOf({ ...options, ...next })
    localStorage.setItem(STORED, JSON.stringify(keepingGrid(wanted, stored)))
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, ...wanted }),
      state: true,
      replace: true,
      resetScroll: false,
    } as Parameters<typeof navigate>[0])
  }

  return { options, ownGrid: ownGridOf(stored), change }
}
