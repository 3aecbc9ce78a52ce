import { formatList, type Workspace, type WorkspaceMember } from '@scanleaf/shared'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../lib/api/api-error'
import { bidiIsolate } from '../../lib/i18n/bidi-isolate'
import { useLanguage } from '../../lib/i18n/i18n'
import { openWorkspace } from '../../lib/session/workspace'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog'
import { showToast } from '../../ui/toast/toasts'
import { useRemoveMember } from './api'
import styles from './workspaces.module.css'

interface RemovalProps {
  member: WorkspaceMember
  workspace: Workspace
  isOpen: boolean
  onClose: () => void
}

/** Asks before a member is removed or leaves, and says what becomes of the programs and keys that they connected. */
export function Removal({ member, workspace, isOpen, onClose }: RemovalProps) {
  const { t } = useTranslation('workspaces')
  const [revokeKeys, setRevokeKeys] = useState(false)
  const remove = useRemoveMember()
  const { isYou, userId, role, apiKeys } = member
  const names = { name: bidiIsolate(member.name), workspace: bidiIsolate(workspace.name) }
  const keys = formatList(apiKeys.map(bidiIsolate), useLanguage())
  const removeNow = () =>
    remove.mutate(
      { userId, revokeKeys },
      {
        onSuccess: () => (isYou ? openWorkspace(null) : onClose()),
        onError: (error) => showToast({ kind: 'error', title: messageOf(error, error.message) }),
      },
    )
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={isYou ? t('leave.title', names) : t('remove.title', names)}
      text={isYou ? t('leave.text') : t('remove.text')}
      confirmLabel={isYou ? t('leave', names) : t('remove', names)}
      isDangerous
      isPending={remove.isPending}
      onConfirm={removeNow}
      onClose={onClose}
    >
      {!isYou && role === 'manager' && <p className="muted">{t('remove.connected')}</p>}
      {isYou && keys !== '' && <p className="muted">{t('leave.keys', { keys })}</p>}
      {!isYou && keys !== '' && (
        <label className={styles.revoke}>
          <input
            type="checkbox"
            checked={revokeKeys}
            onChange={({ currentTarget }) => setRevokeKeys(currentTarget.checked)}
          />
          <span>
            {t('remove.keys', { keys })}
            <span className="small muted">{t('remove.keys-hint')}</span>
          </span>
        </label>
      )}
    </ConfirmDialog>
  )
}
