import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/button'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog'
import { Dialog } from '../../../ui/dialog/dialog'
import { ErrorMessage } from '../../../ui/message/error-message'
import styles from './forms.module.css'

export interface ItemDialogProps<Item> {
  /** The item to edit; without it a new one is added. */
  item: Item | undefined
  onClose: () => void
}

export interface FormDialogProps {
  title: string
  size?: number
  form: {
    isDirty: boolean
    isPending: boolean
    failure: string | null
    onSubmit: (event: { preventDefault: () => void; currentTarget: HTMLFormElement }) => void
  }
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog, which asks before typed text is lost. */
export function FormDialog({ title, size = 480, form, onClose, children }: FormDialogProps) {
  const { t } = useTranslation(['catalogue', 'common'])
  const formId = useId()
  const [asksToLeave, setAsksToLeave] = useState(false)
  const leave = () => (form.isDirty ? setAsksToLeave(true) : onClose())
  return (
    <>
      <Dialog
        title={title}
        size={size}
        onClose={leave}
        footer={
          <>
            <Button variant="default" onClick={leave}>
              {t('common:cancel')}
            </Button>
            <Button type="submit" form={formId} loading={form.isPending}>
              {t('save')}
            </Button>
          </>
        }
      >
        <form id={formId} className={`gap-7 ${styles.form}`} onSubmit={form.onSubmit} noValidate>
          <ErrorMessage text={form.failure} />
          {children}
        </form>
      </Dialog>
      <LeaveQuestion isOpen={asksToLeave} onLeave={onClose} onStay={() => setAsksToLeave(false)} />
    </>
  )
}

export interface LeaveQuestionProps {
  isOpen: boolean
  onLeave: () => void
  onStay: () => void
}

export function LeaveQuestion({ isOpen, onLeave, onStay }: LeaveQuestionProps) {
  const { t } = useTranslation('catalogue')
  return (
    <ConfirmDialog
      isOpen={isOpen}
      isDangerous
      title={t('leave.title')}
      text={t('leave.text')}
      confirmLabel={t('leave.confirm')}
      onConfirm={onLeave}
      onClose={onStay}
    />
  )
}
