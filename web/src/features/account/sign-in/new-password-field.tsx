import { PASSWORD_MIN_LENGTH, passwordLength } from '@scanleaf/shared'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import { useTranslation } from 'react-i18next'
import styles from '../../../ui/field/text-field.module.css'
import { PasswordField, type PasswordFieldProps } from './password-field'

/** A new password: its hint says the rule, and ticks it off as it is typed. */
export function NewPasswordField(props: PasswordFieldProps & { value: string }) {
  const { t } = useTranslation('account')
  const rule = t('password.rule', { count: PASSWORD_MIN_LENGTH })
  const isLongEnough = passwordLength(props.value) >= PASSWORD_MIN_LENGTH
  return (
    <PasswordField
      {...props}
      autoComplete="new-password"
      hint={
        isLongEnough ? (
          <span className={styles.kept}>
            <IconCheck size={14} stroke={2} aria-hidden /> {rule}
          </span>
        ) : (
          rule
        )
      }
    />
  )
}
