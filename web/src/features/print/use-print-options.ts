import { useNavigate, useSearch } from '@tanstack/react-router'
import { DEFAULT_OPTIONS, optionsOf, type PrintOptions, searchOf } from './print-options'
import type { PrintSearch } from './search'

/** The browser keeps how the last codes were printed. */
const STORED = 'print-options'

function storedOptions(): PrintOptions {
  try {
    return optionsOf(JSON.parse(localStorage.getItem(STORED) ?? '{}'))
  } catch {
    return DEFAULT_OPTIONS
  }
}

/** How codes are printed, in the address; without it as the last time. */
export function usePrintOptions() {
  const search: PrintSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const options = search.layout === undefined ? { ...storedOptions(), start: 1 } : optionsOf(search)

  function change(next: Partial<PrintOptions>) {
    const wanted = searchOf({ ...options, ...next })
    localStorage.setItem(STORED, JSON.stringify(wanted))
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, ...wanted }),
      state: true,
      replace: true,
      resetScroll: false,
    } as Parameters<typeof navigate>[0])
  }

  return { options, change }
}
