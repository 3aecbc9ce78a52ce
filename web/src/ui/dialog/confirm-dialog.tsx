import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button/button'
import { Dialog } from './dialog'
import styles from './dialog.module.css'

export interface ConfirmDialogProps {
  isOpen: boolean
  title: string
  text: string
  /** What exactly it is about. */
  children?: ReactNode
  confirmLabel: string
  /** Red confirm button: the action is destructive. */
  isDangerous?: boolean
  isPending?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before an action that cannot be undone at once. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { t } = useTranslation('common')
  return (
    <Dialog title={props.title} opened={props.isOpen} size={440} look="question" onClose={props.onClose}>
      <p className={`muted ${styles.question}`}>{props.text}</p>
      {props.children}
      <div className={`wrap gap-4 ${styles.actions}`}>
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
    </Dialog>
  )
}
