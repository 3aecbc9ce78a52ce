import type { Passkey } from '@scanleaf/shared'
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { formatDateTime } from '../../../lib/format/format'
import { Badge } from '../../../ui/badge/badge'
import { Button, IconButton } from '../../../ui/button/button'
import { Card } from '../../../ui/card/card'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog'
import lines from '../../../ui/list/lines.module.css'
import { showToast } from '../../../ui/toast/toasts'
import { useRemovePasskey } from './api'
import { PasskeyNameDialog } from './passkey-name-dialog'
import styles from './security.module.css'
import { SecurityLine } from './security-line'

export interface PasskeysCardProps {
  passkeys: readonly Passkey[]
  /** False where this browser, or this address, has none. */
  canAdd: boolean
}

export function PasskeysCard({ passkeys, canAdd }: PasskeysCardProps) {
  const { t } = useTranslation('security')
  const [naming, setNaming] = useState<Passkey | 'new' | null>(null)
  const [removing, setRemoving] = useState<Passkey | null>(null)
  const remove = useRemovePasskey()
  return (
    <Card aria-labelledby="passkeys">
      <div className={`wrap ${styles.head}`}>
        <div>
          <h2 id="passkeys">{t('passkeys')}</h2>
          <p className="small muted">{t('passkeys.text')}</p>
        </div>
        {canAdd && (
          <Button
            variant="light"
            leftSection={<IconPlus size={17} stroke={1.7} aria-hidden />}
            onClick={() => setNaming('new')}
          >
            {t('passkeys.add')}
          </Button>
        )}
      </div>
      {passkeys.length > 0 && (
        <ul className={`${lines.lines} ${styles.lines}`}>
          {passkeys.map((passkey) => (
            <li key={passkey.id} className={styles.line}>
              <SecurityLine
                icon={<IconKey size={20} stroke={1.7} aria-hidden />}
                title={passkey.name}
                badge={!passkey.isUsable && <Badge tone="warning">{t('passkeys.other-address')}</Badge>}
                text={<PasskeyText passkey={passkey} />}
              >
                <IconButton
                  aria-label={t('passkeys.rename', { name: passkey.name })}
                  onClick={() => setNaming(passkey)}
                >
                  <IconPencil size={18} stroke={1.7} aria-hidden />
                </IconButton>
                <IconButton
                  aria-label={t('passkeys.remove', { name: passkey.name })}
                  onClick={() => setRemoving(passkey)}
                >
                  <IconTrash size={18} stroke={1.7} aria-hidden />
                </IconButton>
              </SecurityLine>
            </li>
          ))}
        </ul>
      )}
      {naming !== null && <PasskeyNameDialog passkey={naming} onClose={() => setNaming(null)} />}
      <ConfirmDialog
        isOpen={removing !== null}
        title={t('passkeys.remove', { name: removing?.name ?? '' })}
        text={t('passkeys.remove-text')}
        confirmLabel={t('passkeys.remove', { name: removing?.name ?? '' })}
        isDangerous
        isPending={remove.isPending}
        onConfirm={() =>
          removing &&
          remove.mutate(removing.id, {
            onError: (error) => showToast({ kind: 'error', title: messageOf(error, '') }),
            onSettled: () => setRemoving(null),
          })
        }
        onClose={() => setRemoving(null)}
      />
    </Card>
  )
}

function PasskeyText({ passkey: { isSynced, usedAt } }: { passkey: Passkey }): ReactNode {
  const { t } = useTranslation('security')
  const used = usedAt === null ? t('passkeys.unused') : t('used', { time: formatDateTime(usedAt) })
  return `${t(isSynced ? 'passkeys.synced' : 'passkeys.device')} · ${used}`
}
