import type { BulkRun } from '@scanleaf/shared'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { isPlanLimit, showPlanLimit } from '../../../lib/plan-limit'
import { randomId } from '../../../lib/random-id'
import { showToast } from '../../../ui/toast/toasts'
import { createRun, fetchRows, isMoving, startRun, undoRun } from '../api'
import { doneText, leftTexts, undoneText } from '../job/run-texts'
import type { CodeList } from '../state/draft'

/** Long enough to read what was done, and to take it back. */
const UNDO_VISIBLE_MS = 10_000

export interface ChangeOfMany {
  /** The body of a run, or a run that was checked already. */
  body: object | BulkRun
  scanAnyway?: boolean
}

const isRun = (body: object): body is BulkRun => 'state' in body && 'total' in body

/**
 * Judges a change of many codes and makes it at once. A small one is over when the call returns, and is said with its
 * undo; the screen of a large one shows how far it is.
 */
export function useChange(list: CodeList, onDone: () => void) {
  const { t } = useTranslation(['bulk', 'user-codes'])
  const client = useQueryClient()
  const navigate = useNavigate()

  const showFailure = (error: Error) => {
    if (isPlanLimit(error)) showPlanLimit(error)
    else showToast({ kind: 'error', title: messageOf(error, t('failed')) })
  }

  /** The promise form, as the selection has left the screen by then. */
  const undoing = useMutation({
    meta: { changes: 'user-codes' },
    mutationFn: undoRun,
    onSuccess: (run) => {
      if (isMoving(run)) openScreen(run)
      else showToast({ kind: 'success', title: undoneText(t, run), ...leftOut(run) })
    },
    onError: showFailure,
  })

  const openScreen = (run: BulkRun) =>
    void navigate({ to: `/${list}-codes/many/$id`, params: { id: run.id } })

  const leftOut = (run: BulkRun) => {
    const parts = leftTexts(t, run)
    return parts.length > 0 ? { text: parts.join(' · ') } : {}
  }

  return useMutation({
    meta: { changes: 'user-codes' },
    mutationFn: async ({ body, scanAnyway = false }: ChangeOfMany): Promise<BulkRun> => {
      const run = isRun(body) ? body : await createRun(body, randomId())
      return run.ready > 0 ? startRun(run.id, { mode: 'valid', scanAnyway }) : run
    },
    onSuccess: async (run) => {
      if (isMoving(run) || run.state === 'stopped') {
        onDone()
        return openScreen(run)
      }
      if (run.state === 'ready') {
        const [first] = await fetchRows(client, run.id, { outcome: 'skipped' }, 1)
        const text = first?.problems[0]?.message
        return showToast({ kind: 'error', title: t('nothing-done'), ...(text && { text }) })
      }
      onDone()
      showToast({
        kind: 'success',
        title: doneText(t, run),
        ...leftOut(run),
        visibleMs: UNDO_VISIBLE_MS,
        ...(run.done > 0 && {
          action: { label: t('user-codes:undo'), onClick: () => void undoing.mutateAsync(run.id) },
        }),
      })
    },
    onError: showFailure,
  })
}
