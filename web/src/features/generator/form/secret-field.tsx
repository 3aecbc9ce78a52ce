import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs'
import IconEyeOff from '@tabler/icons-react/dist/esm/icons/IconEyeOff.mjs'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/button/button'
import { DraftField } from './field'

/** A password of a network: hidden until it is revealed, and not for the browser's password store. */
export function SecretField(props: Omit<ComponentProps<typeof DraftField>, 'type' | 'end' | 'dir'>) {
  const { t } = useTranslation('generator')
  const [isShown, setIsShown] = useState(false)
  const Icon = isShown ? IconEyeOff : IconEye
  return (
    <DraftField
      {...props}
      dir="ltr"
      type={isShown ? 'text' : 'password'}
      autoComplete="new-password"
      spellCheck={false}
      autoCapitalize="none"
      end={
        <IconButton
          aria-label={t(isShown ? 'secret.hide' : 'secret.show')}
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
        >
          <Icon size={18} stroke={1.7} aria-hidden />
        </IconButton>
      }
    />
  )
}
