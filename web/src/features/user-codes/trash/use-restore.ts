import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { isPlanLimit, showPlanLimit } from '../../../lib/plan-limit'
import { showToast } from '../../../ui/toast/toasts'
import { useDeleteUserCodes, useRestoreUserCodes } from '../delete-api'

const UNDO_VISIBLE_MS = 10_000

/** Brings codes back at once, and offers to take that back for some seconds. */
export function useRestore() {
  const { t } = useTranslation('user-codes')
  const restoration = useRestoreUserCodes()
  const deletion = useDeleteUserCodes()

  function takeBack(ids: readonly string[]) {
    deletion.mutate(ids, {
      onError: (error) => showToast({ kind: 'error', title: messageOf(error, t('delete-failed')) }),
    })
  }

  function run(ids: readonly string[]) {
    restoration.mutate(ids, {
      onSuccess: (restored) =>
        showToast({
          kind: 'success',
          title: t('restored', { count: restored.length }),
          action: { label: t('undo'), onClick: () => takeBack(restored) },
          visibleMs: UNDO_VISIBLE_MS,
        }),
      onError: (error) =>
        isPlanLimit(error)
          ? showPlanLimit(error)
          : showToast({ kind: 'error', title: messageOf(error, t('restore-failed')) }),
    })
  }

  return { run, isPending: restoration.isPending }
}
