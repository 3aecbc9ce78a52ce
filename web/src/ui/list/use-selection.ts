import { useRef, useState } from 'react'

/**
 * The ids between two rows, both included, in the order of the list; only `to` when `from` is not in the list.
 */
export function idsBetween(ids: readonly string[], from: string | null, to: string): string[] {
  const start = from === null ? -1 : ids.indexOf(from)
  const end = ids.indexOf(to)
  if (start < 0 || end < 0) return [to]
  return ids.slice(Math.min(start, end), Math.max(start, end) + 1)
}

export interface RowSelection {
  /** Those of the rows on screen that are selected, in their order. */
  ids: string[]
  has: (id: string) => boolean
  /** `isRange`: everything between the row clicked before and this one takes the new state of this one. */
  toggle: (id: string, isRange: boolean) => void
  /** All rows on screen, or none when all are selected. */
  toggleAll: () => void
  clear: () => void
}

/** Which of the rows `ids` are selected. Rows that leave the screen leave the selection. */
export function useSelection(ids: readonly string[]): RowSelection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const anchor = useRef<string | null>(null)
  const shown = ids.filter((id) => chosen.has(id))

  function toggle(id: string, isRange: boolean) {
    const touched = isRange ? idsBetween(ids, anchor.current, id) : [id]
    const next = new Set(shown)
    for (const each of touched) {
      if (chosen.has(id)) next.delete(each)
      else next.add(each)
    }
    anchor.current = id
    setChosen(next)
  }

  return {
    ids: shown,
    has: (id) => chosen.has(id),
    toggle,
    toggleAll: () => setChosen(shown.length === ids.length ? new Set() : new Set(ids)),
    clear: () => setChosen(new Set()),
  }
}
