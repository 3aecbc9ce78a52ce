import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs'
import IconEyeOff from '@tabler/icons-react/dist/esm/icons/IconEyeOff.mjs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/** A password with a button that shows and hides it. */
export function PasswordField(props: Omit<TextInputProps, 'type' | 'rightSection'>) {
  const { t } = useTranslation('account')
  const [isShown, setIsShown] = useState(false)
  const Icon = isShown ? IconEyeOff : IconEye
  return (
    <TextInput
      {...props}
      type={isShown ? 'text' : 'password'}
      rightSectionWidth={44}
      rightSection={
        <ActionIcon
          aria-label={isShown ? t('password.hide') : t('password.show')}
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
        >
          <Icon size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
      }
    />
  )
}
