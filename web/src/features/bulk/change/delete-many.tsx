import { TRASH_DAYS } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog'
import { codeTitle } from './code-title'
import styles from './dialogs.module.css'
import type { ManyDialogProps } from './many-props'

/** More names than these are counted. */
const NAMED = 5

/** Asks before codes are deleted. */
export function DeleteManyDialog(props: ManyDialogProps) {
  const { productId, selection, count, codes, running, onClose } = props
  const { t } = useTranslation(['bulk', 'user-codes'])
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={t('user-codes:delete-confirm.title', { count })}
      text={t(productId === 'dynamic-code' ? 'delete.dynamic' : 'delete.static', { days: TRASH_DAYS })}
      confirmLabel={t('user-codes:delete-selected', { count })}
      isPending={running.isPending}
      onConfirm={() => running.mutate({ body: { kind: 'delete', selection } }, { onSettled: onClose })}
      onClose={() => !running.isPending && onClose()}
    >
      <ul className={styles.names}>
        {codes.slice(0, NAMED).map((code) => (
          <li key={code.id}>
            <bdi>{codeTitle(code)}</bdi>
          </li>
        ))}
        {count > NAMED && <li>{t('user-codes:delete-more', { total: count - NAMED })}</li>}
      </ul>
    </ConfirmDialog>
  )
}
