import type { BulkRun } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog'
import { isMoving } from '../api'
import { undoText } from './run-texts'

export const canUndo = (run: BulkRun): boolean =>
  run.done > 0 && run.expiresAt !== null && run.state !== 'undone' && !isMoving(run)

export interface UndoDialogProps {
  run: BulkRun
  onUndo: () => void
  onClose: () => void
}

/** Asks before a whole run is taken back. */
export function UndoDialog({ run, onUndo, onClose }: UndoDialogProps) {
  const { t } = useTranslation('bulk')
  return (
    <ConfirmDialog
      isOpen
      title={t('undo.title')}
      text={undoText(t, run)}
      confirmLabel={t('undo')}
      isDangerous
      onConfirm={() => {
        onClose()
        onUndo()
      }}
      onClose={onClose}
    />
  )
}
