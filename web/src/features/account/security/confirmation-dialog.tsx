import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/api/api-error'
import { settleConfirmation } from '../../../lib/api/confirmation'
import { useConfig } from '../../../lib/config'
import { asTyped, useForm } from '../../../lib/forms/use-form'
import { Button } from '../../../ui/button/button'
import { Dialog } from '../../../ui/dialog/dialog'
import { ErrorMessage } from '../../../ui/message/error-message'
import { InfoMessage } from '../../../ui/message/info-message'
import { offeredProviders } from '../providers/offered-providers'
import { OtpField } from '../sign-in/otp-field'
import { canUsePasskeys } from '../sign-in/passkey-browser'
import { PasswordField } from '../sign-in/password-field'
import { confirmByPassword, factorsQuery, identitiesQuery } from './api'
import { PasskeyConfirmation } from './passkey-confirmation'
import { ProviderConfirmation } from './provider-confirmation'
import styles from './security.module.css'

/**
 * Asks who it is: the password, and a code where there is a second factor. A passkey does without both, and where there is
 * neither an app nor a recovery code, only it does.
 */
export function ConfirmationDialog() {
  const { t } = useTranslation(['security', 'account'])
  const config = useConfig()
  const { data: factors, isPending } = useQuery(factorsQuery)
  const hasPasskeys = factors?.passkeys.some(({ isUsable }) => isUsable) ?? false
  const needsPasskey = hasPasskeys && factors?.totpEnabledAt === null && factors.recoveryCodesLeft === 0
  const { data: identities } = useQuery({
    ...identitiesQuery,
    enabled: offeredProviders(config).length > 0,
  })
  const [needsOtp, setNeedsOtp] = useState(false)
  const form = useForm({
    initial: { password: '', otp: '' },
    cleaners: { password: asTyped },
    check: ({ password }) => (password === '' ? { password: { code: 'required' } } : {}),
    submit: async ({ password, otp }) => {
      try {
        await confirmByPassword(password, otp)
      } catch (error) {
        if (error instanceof ApiError && error.fields['otp']) setNeedsOtp(true)
        throw error
      }
      settleConfirmation(true)
    },
  })
  if (isPending) return null
  return (
    <Dialog title={t('confirm.title')} size={420} onClose={() => settleConfirmation(false)}>
      <p className="muted">{t('confirm.text')}</p>
      {hasPasskeys && canUsePasskeys(config) && <PasskeyConfirmation isOnly={needsPasskey} />}
      {needsPasskey ? (
        !canUsePasskeys(config) && <InfoMessage>{t('confirm.no-passkey')}</InfoMessage>
      ) : identities?.hasPassword === false ? (
        <ProviderConfirmation identities={identities.identities} />
      ) : (
        <form className={styles.form} onSubmit={form.onSubmit} noValidate>
          <ErrorMessage text={form.failure} />
          <PasswordField
            {...form.field('password')}
            label={t('account:password')}
            autoComplete="current-password"
            data-autofocus
          />
          {needsOtp && <OtpField {...form.field('otp')} autoFocus />}
          <Button type="submit" variant="filled" size="lg" loading={form.isPending}>
            {t('confirm')}
          </Button>
        </form>
      )}
    </Dialog>
  )
}
