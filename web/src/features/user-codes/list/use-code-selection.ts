import type { UserCode, UserCodePage } from '@scanleaf/shared'
import { useState } from 'react'
import { type Selection, useSelection } from '../../../ui/list/use-selection'
import { MAX_SELECTED, type UserCodesQueryParams } from '../api'

export interface CodeSelection extends Selection {
  codes: readonly UserCode[]
  /** How many codes can be selected with those of other pages; 0 when they are, or there are none. */
  more: number
  asked: UserCodesQueryParams
  /** Selects every code of the list `asked`, also those of other pages. */
  selectAll: (codes: UserCode[]) => void
}

/** Selected codes: rows of the page, or everything that the list holds. The latter ends with another list or page. */
export function useCodeSelection(
  asked: UserCodesQueryParams,
  { result, meta: { total } }: UserCodePage,
): CodeSelection {
  const rows = useSelection(result.map(({ id }) => id))
  const [all, setAll] = useState<{ of: string; codes: UserCode[] } | null>(null)
  const of = JSON.stringify(asked)
  const isWhole = rows.ids.length === result.length
  const isAll = isWhole && all?.of === of
  const codes = isAll ? all.codes : result.filter(({ id }) => rows.has(id))
  return {
    ...rows,
    ids: codes.map(({ id }) => id),
    codes,
    more: isWhole && !isAll && total > result.length ? Math.min(total, MAX_SELECTED) : 0,
    asked,
    selectAll: (found) => setAll({ of, codes: found }),
    clear: () => {
      setAll(null)
      rows.clear()
    },
  }
}
