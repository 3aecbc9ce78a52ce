import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs'
import IconEyeOff from '@tabler/icons-react/dist/esm/icons/IconEyeOff.mjs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/button/button'
import { TextField, type TextFieldProps } from '../../../ui/field/text-field'

export type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'end'>

/** A password with a button that shows and hides it. */
export function PasswordField(props: PasswordFieldProps) {
  const { t } = useTranslation('account')
  const [isShown, setIsShown] = useState(false)
  const Icon = isShown ? IconEyeOff : IconEye
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      end={
        <IconButton
          aria-label={isShown ? t('password.hide') : t('password.show')}
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
        >
          <Icon size={18} stroke={1.7} aria-hidden />
        </IconButton>
      }
    />
  )
}
