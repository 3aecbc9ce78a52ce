import { useTranslation } from 'react-i18next'
import { TextField, type TextFieldProps } from '../../../ui/field/text-field'

/** A code of the authenticator app, or a recovery code. */
export function OtpField(props: Omit<TextFieldProps, 'type' | 'label' | 'hint'>) {
  const { t } = useTranslation('security')
  return (
    <TextField
      {...props}
      label={t('otp')}
      hint={t('otp.hint')}
      dir="ltr"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}
