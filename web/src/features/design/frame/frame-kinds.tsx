import { DEFAULT_QR_SETTINGS, encodeSymbol, QR_FRAME_KINDS, type QrFrame } from '@scanleaf/qr'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { previewSvg } from '../../../lib/qr/draw'
import { PictureChoice } from '../../../ui/qr/picture-choice'
import styles from './frame-choice.module.css'

type Kind = QrFrame['kind'] | 'none'

/** A bar in the place of words: at the size of a tile they could not be read. */
const WORDS = { path: 'M0 0H60V6H0Z', width: 60, height: 6, em: 14, baseline: 8 }

/** No frame or one of the kinds, each drawn. */
export function FrameKinds({
  frame,
  onChoose,
}: {
  frame: QrFrame | undefined
  onChoose: (kind: Kind) => void
}) {
  const { t } = useTranslation('design')
  const color = frame?.color ?? DEFAULT_QR_SETTINGS.foregroundColor
  const textColor = frame?.textColor
  const options = useMemo(() => {
    const symbol = encodeSymbol('QR', { level: 'L' })
    const framed = (kind: QrFrame['kind']) =>
      previewSvg(symbol, {
        ...DEFAULT_QR_SETTINGS,
        margin: 2,
        frame: { kind, text: 'QR', language: 'en', color, ...(textColor !== undefined && { textColor }) },
        frameLines: [WORDS],
      })
    const none: Kind = 'none'
    return [
      { value: none, label: t('frame.none'), svg: previewSvg(symbol, DEFAULT_QR_SETTINGS) },
      ...QR_FRAME_KINDS.map((kind) => ({ value: kind, label: t(`frame.${kind}`), svg: framed(kind) })),
    ]
  }, [color, textColor, t])
  return (
    <PictureChoice
      label={t('frame')}
      isLabelHidden
      options={options}
      value={frame?.kind ?? 'none'}
      onChange={onChoose}
      className={`gap-4 ${styles.kinds}`}
    />
  )
}
