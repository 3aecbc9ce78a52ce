import type { UserCode, UserCodePage } from '@scanleaf/shared'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type Selection, useSelection } from '../../../ui/list/use-selection'
import { fetchMatching, MAX_SELECTED, type UserCodesQueryParams } from '../api'

export interface CodeSelection extends Selection {
  codes: readonly UserCode[]
  /** How many codes beyond the page can be selected with it; 0 when that is done, or there are none. */
  more: number
  isSelectingAll: boolean
  /** Selects every code of the list, also those of other pages. */
  selectAll: () => void
}

/** Selected codes: rows of the page, or everything that the list holds. The latter ends with another list or page. */
export function useCodeSelection(
  asked: UserCodesQueryParams,
  { result, meta }: UserCodePage,
  onFailure: () => void,
): CodeSelection {
  const rows = useSelection(result.map(({ id }) => id))
  const [all, setAll] = useState<{ of: string; codes: UserCode[] } | null>(null)
  const of = JSON.stringify(asked)
  const matching = useMutation({
    mutationFn: () => fetchMatching(asked),
    onSuccess: (codes) => setAll({ of, codes }),
    onError: onFailure,
  })
  const whole = all?.of === of && rows.ids.length === result.length ? all.codes : null
  const codes = whole ?? result.filter(({ id }) => rows.has(id))
  const total = Math.min(meta.total, MAX_SELECTED)
  const isPageSelected = rows.ids.length === result.length
  return {
    ...rows,
    ids: codes.map(({ id }) => id),
    codes,
    more: whole === null && isPageSelected && meta.total > result.length ? total : 0,
    isSelectingAll: matching.isPending,
    selectAll: () => matching.mutate(),
    clear: () => {
      setAll(null)
      rows.clear()
    },
  }
}
