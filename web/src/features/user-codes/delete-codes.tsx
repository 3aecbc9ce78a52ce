import type { ProductId } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../lib/api-error'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { showToast } from '../../ui/toasts'
import { useDeleteUserCodes } from './api'

export interface DeleteCodesProps {
  productId: ProductId
  ids: string[]
  /** The ids that are gone; none when nothing was deleted. */
  onDone: (deleted: string[]) => void
}

/** Asks, deletes and tells how it went (spec §8: delete). */
export function DeleteCodes({ productId, ids, onDone }: DeleteCodesProps) {
  const { t } = useTranslation('user-codes')
  const deletion = useDeleteUserCodes()
  const count = ids.length

  function confirm() {
    deletion.mutate(ids, {
      onSuccess: (deleted) => {
        showToast({ kind: 'success', title: t('deleted-qrcode', { count: deleted.length }) })
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
          ? t('delete-confirm.dynamic', { count })
          : t('delete-confirm.static', { count })
      }
      confirmLabel={t('delete-selected', { count })}
      isPending={deletion.isPending}
      onConfirm={confirm}
      onClose={() => !deletion.isPending && onDone([])}
    />
  )
}
