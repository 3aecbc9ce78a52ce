import type { CodeBatch } from '@scanleaf/shared'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { isPlanLimit, showPlanLimit } from '../../../lib/plan-limit'
import { randomId } from '../../../lib/random-id'
import { showToast } from '../../../ui/toast/toasts'
import { createBatch, fetchRows, isMoving, startBatch, undoBatch } from '../api'
import { doneText, leftTexts } from '../job/job-name'
import type { CodeList } from '../state/draft'

/** Long enough to read what was done, and to take it back. */
const UNDO_VISIBLE_MS = 10_000

export interface ChangeOfMany {
  /** The body of a batch, or a batch that was judged already. */
  body: object | CodeBatch
  scanAnyway?: boolean
}

const isBatch = (body: object): body is CodeBatch => 'state' in body && 'total' in body

/**
 * Judges a change of many codes and makes it at once. A small one is over when the call returns, and is said with its
 * undo; the screen of a large one shows how far it is.
 */
export function useRunBatch(list: CodeList, onDone: () => void) {
  const { t } = useTranslation(['code-batches', 'user-codes'])
  const client = useQueryClient()
  const navigate = useNavigate()

  const showFailure = (error: Error) => {
    if (isPlanLimit(error)) showPlanLimit(error)
    else showToast({ kind: 'error', title: messageOf(error, t('failed')) })
  }

  /** The promise form, as the selection has left the screen by then. */
  const undoing = useMutation({
    meta: { changes: 'user-codes' },
    mutationFn: undoBatch,
    onSuccess: (batch) => {
      if (isMoving(batch)) openScreen(batch)
      else showToast({ kind: 'success', title: t('undone', { total: batch.undone }), ...leftOut(batch) })
    },
    onError: showFailure,
  })

  const openScreen = (batch: CodeBatch) =>
    void navigate({ to: `/${list}-codes/many/$id`, params: { id: batch.id } })

  const leftOut = (batch: CodeBatch) => {
    const parts = leftTexts(t, batch)
    return parts.length > 0 ? { text: parts.join(' · ') } : {}
  }

  return useMutation({
    meta: { changes: 'user-codes' },
    mutationFn: async ({ body, scanAnyway = false }: ChangeOfMany): Promise<CodeBatch> => {
      const batch = isBatch(body) ? body : await createBatch(body, randomId())
      return batch.ready > 0 ? startBatch(batch.id, { mode: 'valid', scanAnyway }) : batch
    },
    onSuccess: async (batch) => {
      if (isMoving(batch) || batch.state === 'stopped') {
        onDone()
        return openScreen(batch)
      }
      if (batch.state === 'ready') {
        const [first] = await fetchRows(client, batch.id, 'refused')
        const text = first?.problems[0]?.message
        return showToast({ kind: 'error', title: t('nothing-done'), ...(text && { text }) })
      }
      onDone()
      showToast({
        kind: 'success',
        title: doneText(t, batch),
        ...leftOut(batch),
        visibleMs: UNDO_VISIBLE_MS,
        ...(batch.done > 0 && {
          action: { label: t('user-codes:undo'), onClick: () => void undoing.mutateAsync(batch.id) },
        }),
      })
    },
    onError: showFailure,
  })
}
