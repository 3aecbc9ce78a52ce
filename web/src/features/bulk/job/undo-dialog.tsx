import type { CodeBatch } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog'
import { isMoving } from '../api'

export const canUndo = (batch: CodeBatch): boolean =>
  batch.done > 0 && batch.expiresAt !== null && batch.state !== 'undone' && !isMoving(batch)

export interface UndoDialogProps {
  batch: CodeBatch
  onUndo: () => void
  onClose: () => void
}

/** Asks before a whole batch is taken back. */
export function UndoDialog({ batch, onUndo, onClose }: UndoDialogProps) {
  const { t } = useTranslation('code-batches')
  return (
    <ConfirmDialog
      isOpen
      title={t('undo.title')}
      text={t(batch.kind === 'create' ? 'undo.note-create' : 'undo.note')}
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
