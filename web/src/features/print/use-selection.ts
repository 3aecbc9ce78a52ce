import type { ProductId, Selection } from '@scanleaf/shared'
import { useLocation, useSearch } from '@tanstack/react-router'
import type { PrintSearch } from './search'

declare module '@tanstack/history' {
  interface HistoryState {
    /** Codes that were chosen one by one, more than an address holds. */
    ids?: string[]
    /** Codes that were taken out of all that match. */
    except?: string[]
  }
}

export interface Chosen {
  list: 'dynamic' | 'static'
  productId: ProductId
  /** Null for an address that names no codes. */
  selection: Selection | null
}

/** The codes that the screen is about: by the address, and long lists of ids by its entry in the history. */
export function useChosenCodes(): Chosen {
  const { pathname, state } = useLocation()
  const search: PrintSearch = useSearch({ strict: false })
  const list = pathname.startsWith('/static-codes') ? 'static' : 'dynamic'
  const productId = `${list}-code` as const
  return { list, productId, selection: selectionOf(productId, search, state) }
}

function selectionOf(
  productId: ProductId,
  { batch, upTo, ids, q, contentType, tag, state }: PrintSearch,
  entry: { ids?: string[]; except?: string[] },
): Selection | null {
  const chosen = entry.ids ?? ids?.split(',').filter(Boolean)
  if (chosen && chosen.length > 0) return { ids: chosen }
  if (upTo !== undefined && /^\d+$/.test(upTo)) {
    const filter = { q, contentType, tag, state, batch }
    const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
    const except = entry.except && { except: entry.except }
    return { productId, ...given, upTo: Number(upTo), ...except } as Selection
  }
  return batch ? { batch } : null
}
