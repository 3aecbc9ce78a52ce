import { DEFAULT_QR_SETTINGS, encodeSymbol, QR_FRAME_KINDS, type QrFrame } from '@scanleaf/qr'
import { useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { previewSvg } from '../../../lib/qr/draw'
import { QrImage } from '../../../ui/qr/qr-image'
import styles from './frame-choice.module.css'

type Kind = QrFrame['kind'] | 'none'

/** A bar in the place of words: at the size of a tile they could not be read. */
const WORDS = { path: 'M0 0H60V6H0Z', width: 60, height: 6, em: 14, baseline: 8 }

/** No frame or one of the kinds, each drawn; a radio group with arrow keys. */
export function FrameKinds({
  frame,
  onChoose,
}: {
  frame: QrFrame | undefined
  onChoose: (kind: Kind) => void
}) {
  const { t } = useTranslation('design')
  const name = useId()
  const color = frame?.color ?? DEFAULT_QR_SETTINGS.foregroundColor
  const textColor = frame?.textColor
  const pictures = useMemo(() => {
    const symbol = encodeSymbol('QR', { level: 'L' })
    const framed = (kind: QrFrame['kind']) =>
      previewSvg(symbol, {
        ...DEFAULT_QR_SETTINGS,
        margin: 2,
        frame: { kind, text: 'QR', language: 'en', color, ...(textColor !== undefined && { textColor }) },
        frameLines: [WORDS],
      })
    return [
      { kind: 'none' as const, svg: previewSvg(symbol, DEFAULT_QR_SETTINGS) },
      ...QR_FRAME_KINDS.map((kind) => ({ kind, svg: framed(kind) })),
    ]
  }, [color, textColor])
  return (
    <fieldset>
      <legend className="visually-hidden">{t('frame')}</legend>
      <div className={styles.kinds}>
        {pictures.map(({ kind, svg }) => (
          <label key={kind} className={styles.kind}>
            <input
              type="radio"
              name={name}
              value={kind}
              className={styles.input}
              checked={kind === (frame?.kind ?? 'none')}
              onChange={() => onChoose(kind)}
            />
            <span className={styles.paper}>
              <QrImage svg={svg} label="" />
            </span>
            <span className={styles.name}>{t(`frame.${kind}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
