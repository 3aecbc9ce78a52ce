import type { Webhook } from '@scanleaf/shared'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs'
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../lib/api/api-error'
import { useConfirmed } from '../../lib/api/confirmation'
import { bidiIsolate } from '../../lib/i18n/bidi-isolate'
import { IconButton } from '../../ui/button/button'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog'
import { Menu, MenuItem } from '../../ui/menu/menu'
import { useDropdown } from '../../ui/menu/use-dropdown'
import { showToast } from '../../ui/toast/toasts'
import { readSecrets, useDeleteWebhook, useReplaceSecret, useUpdateWebhook } from './api'
import type { GivenSecrets } from './secrets'
import { EventsDialog } from './webhook-dialog'
import styles from './webhooks.module.css'

interface WebhookMenuProps {
  webhook: Webhook
  onSecrets: (secrets: GivenSecrets) => void
}

const failed = (error: Error) => showToast({ kind: 'error', title: messageOf(error, error.message) })

/** What is done with a webhook rarely. */
export function WebhookMenu({ webhook: { id, url, enabled, ...webhook }, onSecrets }: WebhookMenuProps) {
  const { t } = useTranslation('webhooks')
  const panel = useDropdown()
  const [asked, setAsked] = useState<'edit' | 'replace' | 'delete' | null>(null)
  const confirmed = useConfirmed()
  const update = useUpdateWebhook(id)
  const replace = useReplaceSecret(id)
  const remove = useDeleteWebhook(id)
  const close = () => setAsked(null)
  const ask = (what: typeof asked) => {
    panel.closeToButton()
    setAsked(what)
  }
  const replaceSecret = async () => {
    close()
    await confirmed(() => replace.mutateAsync()).then(onSecrets, failed)
  }
  const showSecret = async () => {
    panel.closeToButton()
    await confirmed(() => readSecrets(id)).then((secrets) => onSecrets({ ...secrets, of: url }), failed)
  }
  const PauseIcon = enabled ? IconPlayerPause : IconPlayerPlay
  const icon = { size: 17, stroke: 1.7, 'aria-hidden': true }
  const label = t('more', { url })
  return (
    <div {...panel.rootProps}>
      <IconButton
        ref={panel.buttonRef}
        size={38}
        className={styles.more ?? ''}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={panel.isOpen}
        onClick={panel.toggle}
      >
        <IconDots size={18} stroke={2} aria-hidden />
      </IconButton>
      {panel.isOpen && (
        <Menu anchorRef={panel.buttonRef} label={label} onClose={panel.close}>
          <MenuItem icon={<IconPencil {...icon} />} onClick={() => ask('edit')}>
            {t('edit')}
          </MenuItem>
          <MenuItem
            icon={<PauseIcon {...icon} />}
            onClick={() => {
              panel.closeToButton()
              update.mutate({ enabled: !enabled }, { onError: failed })
            }}
          >
            {t(enabled ? 'pause' : 'resume')}
          </MenuItem>
          <MenuItem icon={<IconEye {...icon} />} onClick={() => void showSecret()}>
            {t('show')}
          </MenuItem>
          <MenuItem icon={<IconKey {...icon} />} onClick={() => ask('replace')}>
            {t('replace')}
          </MenuItem>
          <MenuItem icon={<IconTrash {...icon} />} isDangerous onClick={() => ask('delete')}>
            {t('delete')}
          </MenuItem>
        </Menu>
      )}
      {asked === 'edit' && <EventsDialog webhook={{ ...webhook, id, url, enabled }} onClose={close} />}
      <ConfirmDialog
        isOpen={asked === 'replace'}
        title={t('replace.title')}
        text={t('replace.text')}
        confirmLabel={t('replace')}
        onConfirm={() => void replaceSecret()}
        onClose={close}
      />
      <ConfirmDialog
        isOpen={asked === 'delete'}
        title={t('delete.title')}
        text={t('delete.text', { url: bidiIsolate(url) })}
        confirmLabel={t('delete')}
        isDangerous
        isPending={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSuccess: close, onError: failed })}
        onClose={close}
      />
    </div>
  )
}
