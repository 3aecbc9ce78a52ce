import { type ProductId, TRASH_DAYS, type UserCode } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { isPlanLimit, showPlanLimit } from '../../../lib/plan-limit'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog'
import { showToast } from '../../../ui/toast/toasts'
import { codeName } from '../code-content'
import { useDeleteUserCode, useRestoreUserCodes } from '../delete-api'
import styles from './delete-code-dialog.module.css'

/** Later the code is still in the trash. */
const UNDO_VISIBLE_MS = 10_000

export interface DeleteCodeProps {
  productId: ProductId
  code: UserCode
  /** The ids that are gone; none when nothing was deleted. */
  onDone: (deleted: string[]) => void
  onRestored: () => void
}

/** Asks, deletes, shows the result (spec §8: delete) and offers undo for some seconds. */
export function DeleteCode({ productId, code, onDone, onRestored }: DeleteCodeProps) {
  const { t } = useTranslation('user-codes')
  const deletion = useDeleteUserCode()
  const restoration = useRestoreUserCodes()
  const count = 1

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
    deletion.mutate(code.id, {
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
          ? t('delete-question.dynamic', { days: TRASH_DAYS })
          : t('delete-question.static', { days: TRASH_DAYS })
      }
      confirmLabel={t('delete-selected', { count })}
      isPending={deletion.isPending}
      onConfirm={confirm}
      onClose={() => !deletion.isPending && onDone([])}
    >
      <p className={styles.name}>
        <bdi>{codeName(code)}</bdi>
      </p>
    </ConfirmDialog>
  )
}
