import type { ProductId } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { isPlanLimit, showPlanLimit } from '../../../lib/plan-limit'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog'
import { showToast } from '../../../ui/toast/toasts'
import { useDeleteUserCodes, useRestoreUserCodes } from '../api'

/** Shorter than the server keeps deleted codes (30 s). */
const UNDO_VISIBLE_MS = 10_000

export interface DeleteCodesProps {
  productId: ProductId
  ids: string[]
  /** The ids that are gone; none when nothing was deleted. */
  onDone: (deleted: string[]) => void
  onRestored: () => void
}

/** Asks, deletes, shows the result (spec §8: delete) and offers undo for some seconds. */
export function DeleteCodes({ productId, ids, onDone, onRestored }: DeleteCodesProps) {
  const { t } = useTranslation('user-codes')
  const deletion = useDeleteUserCodes()
  const restoration = useRestoreUserCodes()
  const count = ids.length

  /** The promise form, as this question has left the screen by then. */
  async function restore(deleted: string[]) {
    try {
      const restored = await restoration.mutateAsync(deleted)
      onRestored()
      showToast({ kind: 'success', title: t('restored', { count: restored.length }) })
    } catch (error) {
      if (isPlanLimit(error)) return showPlanLimit(error)
      showToast({ kind: 'error', title: messageOf(error, t('restore-failed')) })
    }
  }

  function confirm() {
    deletion.mutate(ids, {
      onSuccess: (deleted) => {
        showToast({
          kind: 'success',
          title: t('deleted-qrcode', { count: deleted.length }),
          action: { label: t('undo'), onClick: () => void restore(deleted) },
          visibleMs: UNDO_VISIBLE_MS,
        })
        onDone(deleted)
      },
      onError: (error) => {
        showToast({ kind: 'error', title: messageOf(error, t('delete-failed')) })
        onDone([])
      },
    })
  }

  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={t('delete-confirm.title', { count })}
      text={
        productId === 'dynamic-code'
          ? t('delete-question.dynamic', { count })
          : t('delete-confirm.static', { count })
      }
      confirmLabel={t('delete-selected', { count })}
      isPending={deletion.isPending}
      onConfirm={confirm}
      onClose={() => !deletion.isPending && onDone([])}
    />
  )
}
