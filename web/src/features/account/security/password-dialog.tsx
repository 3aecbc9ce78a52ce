import { ChangePassword } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { useConfirmed } from '../../../lib/api/confirmation'
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

export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account')
  const confirmed = useConfirmed()
  const form = useForm({
    initial: { currentPassword: '', newPassword: '' },
    cleaners: { currentPassword: asTyped, newPassword: asTyped },
    check: schemaCheck(ChangePassword),
    submit: async ({ currentPassword, newPassword }) => {
      await confirmed(() => changePassword(currentPassword, newPassword))
      showToast({ kind: 'success', title: t('password.changed'), text: t('password.changed-text') })
      onClose()
    },
  })
  return (
    <Dialog title={t('password.change')} size={420} onClose={onClose}>
      <p className={styles.lead}>{t('password.change-text')}</p>
      <form className={styles.form} onSubmit={form.onSubmit} noValidate>
        <ErrorMessage text={form.failure} />
        <PasswordField
          {...form.field('currentPassword')}
          label={t('password.current')}
          autoComplete="current-password"
          data-autofocus
        />
        <NewPasswordField {...form.field('newPassword')} label={t('password.new')} />
        <Button type="submit" variant="filled" size="lg" loading={form.isPending}>
          {t('password.change')}
        </Button>
      </form>
    </Dialog>
  )
}
