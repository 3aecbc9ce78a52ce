import { REGISTRATION_MODES, type RegistrationMode, type SiteSettings } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { useForm } from '../../lib/forms/use-form'
import { Card } from '../../ui/card/card'
import { SelectField } from '../../ui/field/select-field'
import { TextField } from '../../ui/field/text-field'
import { ErrorMessage } from '../../ui/message/error-message'
import { showToast } from '../../ui/toast/toasts'
import { useUpdate } from './api'
import { SaveButton } from './save-button'
import { useFixedHint } from './use-fixed-hint'

const textsOf = ({ registration, supportContact }: SiteSettings) => ({
  registration: registration.value,
  supportContact: supportContact.value.replace(/^mailto:/, ''),
})

/** Who can create an account, and whom people ask. */
export function AccountsCard({ settings }: { settings: SiteSettings }) {
  const { t } = useTranslation(['site-settings', 'account'])
  const fixedHint = useFixedHint()
  const update = useUpdate()
  const { registration, supportContact } = settings
  const form = useForm<'registration' | 'supportContact'>({
    initial: textsOf(settings),
    check: () => ({}),
    submit: async (values) => {
      const saved = await update.mutateAsync({
        ...(registration.fixedBy === null && { registration: values.registration as RegistrationMode }),
        ...(supportContact.fixedBy === null && { supportContact: values.supportContact || null }),
      })
      form.reset(textsOf(saved))
      showToast({ kind: 'success', title: t('account:saved') })
    },
  })
  const { error, ...field } = form.field('registration')
  return (
    <Card isPadded aria-labelledby="site-accounts">
      <form className="stack gap-8" onSubmit={form.onSubmit} noValidate>
        <h2 id="site-accounts">{t('people')}</h2>
        <ErrorMessage text={form.failure} />
        <SelectField
          {...field}
          error={error}
          label={t('registration')}
          hint={fixedHint(registration.fixedBy)}
          disabled={registration.fixedBy !== null}
        >
          {REGISTRATION_MODES.map((mode) => (
            <option key={mode} value={mode}>
              {t(`registration.${mode}`)}
            </option>
          ))}
        </SelectField>
        <TextField
          {...form.field('supportContact')}
          label={t('support')}
          dir="ltr"
          autoComplete="off"
          maxLength={300}
          hint={fixedHint(supportContact.fixedBy) ?? t('support.hint')}
          disabled={supportContact.fixedBy !== null}
        />
        <SaveButton form={form} />
      </form>
    </Card>
  )
}
