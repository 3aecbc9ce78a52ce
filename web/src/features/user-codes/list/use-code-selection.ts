import type { Selection as SelectedCodes, UserCode, UserCodePage } from '@scanleaf/shared'
import { useState } from 'react'
import { type RowSelection, useSelection } from '../../../ui/list/use-selection'
import type { UserCodesQueryParams } from '../api'

export interface CodeSelection extends RowSelection {
  /** Those of the selected codes that are on screen. */
  codes: readonly UserCode[]
  count: number
  /** False when more are selected than were counted. */
  isExact: boolean
  /** Everything that the list holds is selected, apart from rows that were taken out. */
  isMatching: boolean
  /** How many more can be selected with those of other pages; 0 when they are, or there are none. */
  more: number
  /** The selection as the server takes it. */
  wire: SelectedCodes
  /** Selects every code of the list, also those of other pages. */
  selectMatching: () => void
}

/**
 * Selected codes: rows of the page, or everything that matches the filters. The latter ends with another list or page,
 * and with the newest code that the person saw: one that is made meanwhile is never among them.
 */
export function useCodeSelection(
  { page: _page, limit: _limit, sort: _sort, ...filter }: UserCodesQueryParams,
  { result, meta: { total, upTo, isTotalExact } }: UserCodePage,
): CodeSelection {
  const rows = useSelection(result.map(({ id }) => id))
  const [matching, setMatching] = useState<Matching | null>(null)
  const of = JSON.stringify(filter)
  const all = matching?.of === of ? matching : null
  const has = (id: string) => (all ? !all.except.includes(id) : rows.has(id))
  const codes = result.filter(({ id }) => has(id))
  const ids = codes.map(({ id }) => id)

  function toggle(id: string, isRange: boolean) {
    if (!all) return rows.toggle(id, isRange)
    const except = all.except.includes(id) ? all.except.filter((each) => each !== id) : [...all.except, id]
    setMatching({ ...all, except })
  }

  function clear() {
    setMatching(null)
    rows.clear()
  }

  return {
    ids,
    codes,
    has,
    toggle,
    toggleAll: () => (all ? clear() : rows.toggleAll()),
    clear,
    count: all ? all.total - all.except.length : ids.length,
    isExact: all?.isExact ?? true,
    isMatching: all !== null,
    more: !all && ids.length === result.length && total > result.length ? total : 0,
    wire: all
      ? ({ ...filter, upTo: all.upTo, ...(all.except.length > 0 && { except: all.except }) } as SelectedCodes)
      : { ids },
    selectMatching: () => setMatching({ of, upTo, total, isExact: isTotalExact, except: [] }),
  }
}

interface Matching {
  /** The filters, as text. */
  of: string
  upTo: number
  total: number
  isExact: boolean
  except: readonly string[]
}
