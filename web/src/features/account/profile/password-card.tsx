import { ChangePassword, PASSWORD_MIN_BYTES } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { schemaCheck } from '../../../lib/forms/schema-validation'
import { asTyped, useForm } from '../../../lib/forms/use-form'
import { Button } from '../../../ui/button/button'
import { Card } from '../../../ui/card/card'
import { ErrorMessage } from '../../../ui/message/error-message'
import { showToast } from '../../../ui/toast/toasts'
import { changePassword } from '../api'
import { PasswordField } from '../sign-in/password-field'
import styles from './profile-page.module.css'

const EMPTY = { currentPassword: '', newPassword: '' }

export function PasswordCard() {
  const { t } = useTranslation('account')
  const form = useForm({
    initial: EMPTY,
    cleaners: { currentPassword: asTyped, newPassword: asTyped },
    check: schemaCheck(ChangePassword),
    submit: async ({ currentPassword, newPassword }) => {
      await changePassword(currentPassword, newPassword)
      form.reset(EMPTY)
      showToast({ kind: 'success', title: t('password.changed'), text: t('password.changed-text') })
    },
  })
  return (
    <Card isPadded>
      <form className={styles.form} onSubmit={form.onSubmit} noValidate>
        <div>
          <h2>{t('password.change')}</h2>
          <p className={styles.text}>{t('password.change-text')}</p>
        </div>
        <ErrorMessage text={form.failure} />
        <div className={styles.pair}>
          <PasswordField
            {...form.field('currentPassword')}
            label={t('password.current')}
            autoComplete="current-password"
          />
          <PasswordField
            {...form.field('newPassword')}
            label={t('password.new')}
            hint={t('password.rule', { count: PASSWORD_MIN_BYTES })}
            autoComplete="new-password"
          />
        </div>
        <div className={styles.actions}>
          <Button type="submit" variant="default" loading={form.isPending} disabled={!form.isDirty}>
            {t('password.change')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
