import { encodeSymbol, type QrCustomSettings } from '@scanleaf/qr'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { previewSvg } from '../../lib/qr/draw'
import type { QrPreset } from '../../lib/qr/presets'
import { PictureChoice } from './picture-choice'
import styles from './style-gallery.module.css'

export interface StyleGalleryProps {
  presets: readonly QrPreset[]
  /** Preset in use; none when the design is one's own. */
  value: string | null
  onChoose: (settings: QrCustomSettings) => void
}

/** A short text, so that the shapes are large enough to be distinguished. */
const SAMPLE = 'QR'

/** The ready designs. */
export function StyleGallery({ presets, value, onChoose }: StyleGalleryProps) {
  const { t } = useTranslation('design')
  const options = useMemo(() => {
    const symbol = encodeSymbol(SAMPLE, { level: 'L' })
    return presets.map(({ id, settings }) => ({
      value: id,
      label: t(`preset.${id}`),
      svg: previewSvg(symbol, { ...settings, margin: 0 }),
    }))
  }, [presets, t])
  return (
    <PictureChoice
      label={t('style.presets')}
      isLabelHidden
      options={options}
      value={value}
      onChange={(id) => {
        const preset = presets.find((each) => each.id === id)
        if (preset) onChoose(preset.settings)
      }}
      className={`gap-5 ${styles.gallery}`}
    />
  )
}
