import { ChangePassword } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { useConfirmed } from '../../../lib/api/confirmation'
import { queryClient } from '../../../lib/api/query-client'
import { schemaCheck } from '../../../lib/forms/schema-validation'
import { asTyped, useForm } from '../../../lib/forms/use-form'
import { Button } from '../../../ui/button/button'
import { Dialog } from '../../../ui/dialog/dialog'
import { ErrorMessage } from '../../../ui/message/error-message'
import { showToast } from '../../../ui/toast/toasts'
import { changePassword } from '../api'
import { NewPasswordField } from '../sign-in/new-password-field'
import { PasswordField } from '../sign-in/password-field'
import styles from './security.module.css'

export interface PasswordDialogProps {
  /** False for somebody who has none to enter, and sets the first. */
  hasPassword: boolean
  onClose: () => void
}

export function PasswordDialog({ hasPassword, onClose }: PasswordDialogProps) {
  const { t } = useTranslation(['account', 'security'])
  const confirmed = useConfirmed()
  const form = useForm({
    initial: { currentPassword: '', newPassword: '' },
    cleaners: { currentPassword: asTyped, newPassword: asTyped },
    check: schemaCheck(ChangePassword),
    submit: async ({ currentPassword, newPassword }) => {
      await confirmed(() => changePassword(hasPassword ? currentPassword : undefined, newPassword))
      void queryClient.invalidateQueries({ queryKey: ['security', 'identities'] })
      showToast({ kind: 'success', title: t('password.changed'), text: t('password.changed-text') })
      onClose()
    },
  })
  const title = hasPassword ? t('password.change') : t('security:password.set')
  return (
    <Dialog title={title} size={420} onClose={onClose}>
      <p className="muted">{t('password.change-text')}</p>
      <form className={styles.form} onSubmit={form.onSubmit} noValidate>
        <ErrorMessage text={form.failure} />
        {hasPassword && (
          <PasswordField
            {...form.field('currentPassword')}
            label={t('password.current')}
            autoComplete="current-password"
            data-autofocus
          />
        )}
        <NewPasswordField {...form.field('newPassword')} label={t('password.new')} />
        <Button type="submit" variant="filled" size="lg" loading={form.isPending}>
          {title}
        </Button>
      </form>
    </Dialog>
  )
}
