import { contentTypes } from '@scanleaf/qr'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/button'
import type { Content } from '../state/draft'

export interface SwapNoteProps {
  content: Content
  onSwap: (content: Content) => void
}

/** Under coordinates in the wrong order: no place is that far north. */
export function SwapNote({ content, onSwap }: SwapNoteProps) {
  const { t } = useTranslation('generator')
  const { latitude = '', longitude = '' } = content
  const isSwapped = contentTypes.Place.validate(content).latitude === 'swapped-coordinates'
  if (!isSwapped || longitude === '') return null
  return (
    <Button
      variant="default"
      size="sm"
      onClick={() => onSwap({ ...content, latitude: longitude, longitude: latitude })}
    >
      {t('place.swap')}
    </Button>
  )
}
