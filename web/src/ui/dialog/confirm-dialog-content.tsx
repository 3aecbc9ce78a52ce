import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Button } from '../button/button'
import styles from './confirm-dialog.module.css'
import { InitialFocus } from './initial-focus'
import { MantineIsland } from './mantine-island'
import { useEscape } from './use-escape'

export interface ConfirmDialogProps {
  isOpen: boolean
  title: string
  text: string
  confirmLabel: string
  /** Red confirm button: the act takes something away. */
  isDangerous?: boolean
  isPending?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** The box of `ConfirmDialog`. */
export function ConfirmDialogBox(props: ConfirmDialogProps) {
  const { t } = useTranslation('common')
  useEscape(props.isOpen, props.onClose)
  return (
    <MantineIsland>
      <Modal
        opened={props.isOpen}
        onClose={props.onClose}
        closeOnEscape={false}
        title={props.title}
        closeButtonProps={{ 'aria-label': t('close') }}
        centered
        size={440}
        // A header in a dialog is no banner of the page; the title names the dialog a moment after it has opened.
        attributes={{ header: { role: 'presentation' }, content: { 'aria-label': props.title } }}
        classNames={{ title: styles.title ?? '', header: styles.header ?? '', body: styles.body ?? '' }}
      >
        <InitialFocus />
        <p className={styles.text}>{props.text}</p>
        <div className={styles.actions}>
          <Button variant="default" onClick={props.onClose} data-autofocus>
            {t('cancel')}
          </Button>
          <Button
            variant="filled"
            {...(props.isDangerous && { color: 'red' })}
            loading={props.isPending ?? false}
            onClick={props.onConfirm}
          >
            {props.confirmLabel}
          </Button>
        </div>
      </Modal>
    </MantineIsland>
  )
}
