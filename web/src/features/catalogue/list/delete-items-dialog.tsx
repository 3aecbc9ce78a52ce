import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog'
import { showToast } from '../../../ui/toast/toasts'
import { deletionOf, useListAction } from '../api'
import type { CatalogueView } from '../search'

export interface DeleteItemsProps {
  view: CatalogueView
  ids: string[]
  onDone: (isDone: boolean) => void
}

/** Asks, deletes, and shows the result. */
export function DeleteItems({ view, ids, onDone }: DeleteItemsProps) {
  const { t } = useTranslation('catalogue')
  const act = useListAction(view)
  const count = ids.length

  function confirm() {
    act.mutate(deletionOf(ids), {
      onSuccess: () => {
        showToast({ kind: 'success', title: t('deleted', { count }) })
        onDone(true)
      },
      onError: (error) => {
        showToast({ kind: 'error', title: messageOf(error, t('delete-failed')), visibleMs: 6000 })
        onDone(false)
      },
    })
  }

  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={t('delete-question', { count })}
      text={t('delete-question.text')}
      confirmLabel={t('delete')}
      isPending={act.isPending}
      onConfirm={confirm}
      onClose={() => !act.isPending && onDone(false)}
    />
  )
}
