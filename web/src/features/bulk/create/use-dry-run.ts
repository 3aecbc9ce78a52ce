import type { BulkRow, BulkRun } from '@scanleaf/shared'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { putData } from '../../../lib/api/query-client'
import { randomId } from '../../../lib/random-id'
import { createRun, fetchRows, runQuery, startRun, useRunAction } from '../api'
import type { ManyDraft } from '../state/draft'
import type { Cells } from '../state/row-fields'
import { createBody } from '../state/run-body'

/** What of a dry run is made although something was said of it. */
export interface Choices {
  scanAnyway: boolean
  leavesOutKnown: boolean
}

export interface DryRun {
  /** Of the draft as it is on screen; null before the check and once the draft has changed. */
  run: BulkRun | null
  isChecking: boolean
  isStarting: boolean
  error: Error | null
  check: () => void
  /** Makes the codes of all rows that are ready, and proceeds to the run. */
  start: (choices: Choices) => void
  /** As `start`, for as many rows from the first on as the plan still holds. */
  startFirst: (most: number, choices: Choices) => void
  /** A refused row has other values now. */
  recordRepair: (row: number, cells: Cells) => void
  /** Checks all rows again, some of them with other values. */
  repairMany: (repairs: ReadonlyMap<number, Cells>) => void
}

/** The dry run of a draft on the server. Nothing is made before `start`. */
export function useDryRun(
  draft: ManyDraft,
  rows: readonly Cells[],
  onStarted: (run: BulkRun) => void,
): DryRun {
  const client = useQueryClient()
  const keys = useRef({ draft, key: randomId() })
  const [checked, setChecked] = useState<{ draft: ManyDraft; id: string } | null>(null)
  const repaired = useRef(new Map<number, Cells>())
  const id = checked?.draft === draft ? checked.id : null
  const { data: run = null } = useQuery({ ...runQuery(id ?? ''), enabled: id !== null })

  /** The same draft sent again is the same dry run: a lost response makes no second one. */
  function keyOf(of: ManyDraft): string {
    if (keys.current.draft !== of) keys.current = { draft: of, key: randomId() }
    return keys.current.key
  }

  const checking = useMutation({
    mutationFn: async ({ of, repairs }: { of: ManyDraft; repairs?: ReadonlyMap<number, Cells> }) => {
      const body = createBody(of, rows, repairs && withRepairs(rows, repairs))
      if (!body) throw new Error('there are no rows')
      return createRun(body, repairs ? randomId() : keyOf(of))
    },
    onSuccess: (made, { of, repairs }) => {
      repaired.current = new Map(repairs)
      putData(client, runQuery(made.id).queryKey, made)
      setChecked({ draft: of, id: made.id })
    },
  })

  const starting = useRunAction(({ of, ...choices }: { of: string } & Choices) =>
    startRun(of, { mode: 'valid', ...choices }),
  )
  const startingFirst = useRunAction(
    async ({ of, most, scanAnyway, leavesOutKnown }: { of: string; most: number } & Choices) => {
      const known = leavesOutKnown ? (await fetchRows(client, of, { outcome: 'ready' })).filter(isKnown) : []
      const refused = new Set(
        [...(await fetchRows(client, of, { outcome: 'skipped' })), ...known].map(({ row }) => row),
      )
      const ready = withRepairs(rows, repaired.current).filter((_, place) => !refused.has(place + 1))
      const body = createBody(draft, rows, ready.slice(0, most))
      if (!body) throw new Error('there are no rows')
      const first = await createRun(body, randomId())
      return startRun(first.id, { mode: 'valid', scanAnyway })
    },
  )

  return {
    run: id === null ? null : run,
    isChecking: checking.isPending,
    isStarting: starting.isPending || startingFirst.isPending,
    error:
      (checking.variables?.of === draft ? checking.error : null) ??
      (id === null ? null : (starting.error ?? startingFirst.error)),
    check: () => {
      starting.reset()
      startingFirst.reset()
      checking.mutate({ of: draft })
    },
    start: (choices) => id !== null && starting.mutate({ of: id, ...choices }, { onSuccess: onStarted }),
    startFirst: (most, choices) =>
      id !== null && startingFirst.mutate({ of: id, most, ...choices }, { onSuccess: onStarted }),
    recordRepair: (row, cells) => repaired.current.set(row, cells),
    repairMany: (repairs) =>
      checking.mutate({ of: draft, repairs: new Map([...repaired.current, ...repairs]) }),
  }
}

const withRepairs = (rows: readonly Cells[], repairs: ReadonlyMap<number, Cells>): Cells[] =>
  rows.map((cells, place) => repairs.get(place + 1) ?? cells)

const isKnown = ({ problems }: BulkRow) => problems.some(({ code }) => code === 'same-code')
