import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { Modal } from '@mantine/core'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DesignDialogProps } from '../../lib/qr/design-dialog'
import { Button } from '../../ui/button/button'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog'
import { InitialFocus } from '../../ui/dialog/initial-focus'
import { MantineIsland } from '../../ui/dialog/mantine-island'
import { useEscape } from '../../ui/dialog/use-escape'
import { useRestoreFocus } from '../../ui/dialog/use-restore-focus'
import { ErrorMessage } from '../../ui/message/error-message'
import styles from './design-dialog.module.css'
import { DesignForm } from './design-form'
import { DesignPreview } from './design-preview'
import { DIALOG_SETTINGS, NO_LOGO, useDesign } from './use-design'
import { useDrawnDesign } from './use-drawn-design'
import { useRepair } from './use-repair'
import { useSaveDesign } from './use-save-design'

/** Logo, colours and shapes of a code, with a live preview and the scan check (spec §2). */
export function DesignDialog(props: DesignDialogProps) {
  const { t } = useTranslation('design')
  const title = props.title ?? t('title')
  useRestoreFocus()
  const editor = useDesign(props.settings, props.logo)
  const drawn = useDrawnDesign(props.payload, editor.design)
  const repairing = useRepair(props.payload, drawn.design, editor.design, editor.replace)
  const saving = useSaveDesign(props, editor.design, drawn.verdict)
  const [asksToLeave, setAsksToLeave] = useState(false)
  const leave = () => (editor.isChanged ? setAsksToLeave(true) : props.onClose())
  useEscape(true, leave)
  return (
    <MantineIsland>
      <Modal
        opened
        onClose={leave}
        closeOnEscape={false}
        centered
        title={
          <>
            <InitialFocus />
            {title}
          </>
        }
        closeButtonProps={{ 'aria-label': t('close') }}
        // A header in a dialog is no banner of the page; the title names the dialog a moment after it has opened.
        attributes={{
          header: { role: 'presentation' },
          content: { 'aria-label': title },
          close: { 'data-autofocus': true },
        }}
        classNames={{
          content: styles.content ?? '',
          header: styles.header ?? '',
          title: styles.title ?? '',
          body: styles.body ?? '',
          inner: styles.inner ?? '',
          close: styles.close ?? '',
        }}
      >
        <div className={styles.columns}>
          <DesignForm editor={editor} />
          <DesignPreview {...drawn} repairing={repairing} />
        </div>
        <div className={styles.foot}>
          {saving.failure !== null && (
            <div className={styles.failure}>
              <ErrorMessage text={saving.failure} />
            </div>
          )}
          <Button
            variant="subtle"
            className={styles.reset ?? ''}
            leftSection={<IconRefresh size={16} stroke={1.7} aria-hidden />}
            onClick={() => editor.replace({ settings: DIALOG_SETTINGS, logo: NO_LOGO })}
          >
            {t('reset')}
          </Button>
          <Button variant="default" onClick={leave}>
            {t('cancel')}
          </Button>
          <Button loading={saving.isPending} onClick={saving.start}>
            {t('save')}
          </Button>
        </div>
      </Modal>
      <ConfirmDialog
        isOpen={saving.asksAnyway}
        title={t('anyway.title')}
        text={t('anyway.text')}
        confirmLabel={t('anyway.save')}
        isPending={saving.isPending}
        onConfirm={saving.saveAnyway}
        onClose={saving.closeAnyway}
      />
      <ConfirmDialog
        isOpen={asksToLeave}
        title={t('leave.title')}
        text={t('leave.text')}
        confirmLabel={t('leave.confirm')}
        isDangerous
        onConfirm={props.onClose}
        onClose={() => setAsksToLeave(false)}
      />
    </MantineIsland>
  )
}
