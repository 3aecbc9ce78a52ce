import { encodeSymbol, type QrCustomSettings } from '@scanleaf/qr'
import { useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { previewSvg } from '../../lib/qr/draw'
import type { QrPreset } from '../../lib/qr/presets'
import { QrImage } from './qr-image'
import styles from './style-gallery.module.css'

export interface StyleGalleryProps {
  presets: readonly QrPreset[]
  /** Preset in use; none when the design is one's own. */
  value: string | null
  onChoose: (settings: QrCustomSettings) => void
}

/** A short text, so that the shapes are large enough to be distinguished. */
const SAMPLE = 'QR'

/** The ready designs; a radio group with arrow keys. */
export function StyleGallery({ presets, value, onChoose }: StyleGalleryProps) {
  const { t } = useTranslation('design')
  const name = useId()
  const pictures = useMemo(() => {
    const symbol = encodeSymbol(SAMPLE, { level: 'L' })
    return presets.map(({ id, settings }) => ({
      id,
      settings,
      svg: previewSvg(symbol, { ...settings, margin: 0 }),
    }))
  }, [presets])
  return (
    <fieldset className={styles.gallery}>
      <legend className="visually-hidden">{t('style.presets')}</legend>
      {pictures.map(({ id, settings, svg }) => (
        <label key={id} className={styles.style}>
          <input
            type="radio"
            name={name}
            value={id}
            className={styles.input}
            checked={id === value}
            onChange={() => onChoose(settings)}
          />
          <span className={styles.paper}>
            <QrImage svg={svg} label="" />
          </span>
          <span className={styles.name}>{t(`preset.${id}`)}</span>
        </label>
      ))}
    </fieldset>
  )
}
