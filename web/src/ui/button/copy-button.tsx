import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import { useTranslation } from 'react-i18next'
import { useCopy } from '../../lib/use-copy'
import { IconButton } from './button'

export interface CopyButtonProps {
  value: string
  /** Side in px of the pressable square. */
  size?: number
  className?: string
}

/** Copies a text; the icon is a check for two seconds. */
export function CopyButton({ value, size = 24, className }: CopyButtonProps) {
  const { t } = useTranslation('common')
  const clipboard = useCopy()
  const Icon = clipboard.isCopied ? IconCheck : IconCopy
  return (
    <IconButton
      size={size}
      className={className ?? ''}
      aria-label={clipboard.isCopied ? t('copied') : t('copy')}
      onClick={() => clipboard.copy(value)}
    >
      <Icon size={15} stroke={1.7} aria-hidden />
    </IconButton>
  )
}
