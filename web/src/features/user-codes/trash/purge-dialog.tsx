import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog'
import { showToast } from '../../../ui/toast/toasts'
import { useEmptyTrash, usePurgeUserCodes } from '../delete-api'
import styles from './trash.module.css'

const NAMED = 5

/** What is to be deleted for good: codes by their ids, or all that was in the trash at a time. */
export interface Purge {
  count: number
  scanned: { count: number; names: readonly string[] }
  ids?: readonly string[]
  upTo?: string
}

/** Asks, and names the codes that were scanned a short time ago: they are probably printed. */
export function PurgeDialog({ purge, onClose }: { purge: Purge; onClose: () => void }) {
  const { t } = useTranslation(['trash', 'user-codes'])
  const some = usePurgeUserCodes()
  const all = useEmptyTrash()
  const isPending = some.isPending || all.isPending
  const { count, scanned, ids, upTo } = purge

  function confirm() {
    const result = {
      onSuccess: (purged: number) => {
        showToast({ kind: 'success', title: t('user-codes:deleted-qrcode', { count: purged }) })
        onClose()
      },
      onError: (error: Error) => {
        showToast({ kind: 'error', title: messageOf(error, t('user-codes:delete-failed')) })
        onClose()
      },
    }
    if (ids) some.mutate(ids, result)
    else all.mutate(upTo ?? '', result)
  }

  const names = scanned.names.slice(0, NAMED)
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={t('user-codes:delete-confirm.title', { count })}
      text={t('purge-question.text')}
      confirmLabel={t('purge')}
      isPending={isPending}
      onConfirm={confirm}
      onClose={() => !isPending && onClose()}
    >
      {scanned.count > 0 && (
        <div className={styles.warning} role="alert">
          <p>{t('purge-question.scanned')}</p>
          <ul>
            {names.map((name, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: names may be equal, and the list does not change
              <li key={index}>
                <bdi>{name}</bdi>
              </li>
            ))}
            {scanned.count > names.length && (
              <li>{t('user-codes:delete-more', { total: scanned.count - names.length })}</li>
            )}
          </ul>
        </div>
      )}
    </ConfirmDialog>
  )
}
