import { DEFAULT_QR_SETTINGS, encodeSymbol } from '@scanleaf/qr'
import { previewSvg } from '../../lib/qr/draw'
import { PictureChoice } from '../../ui/qr/picture-choice'
import styles from './shape-choice.module.css'

export interface ShapeChoiceProps<T extends string> {
  label: string
  /** The setting that is chosen. */
  setting: 'style' | 'eyeShape'
  options: readonly { value: T; label: string }[]
  value: T
  onChange: (value: T) => void
}

/** One of a few shapes, each drawn by a small code that shows nothing else of the design. */
export function ShapeChoice<T extends string>({ setting, options, ...choice }: ShapeChoiceProps<T>) {
  const symbol = encodeSymbol('QR', { level: 'L' })
  const drawn = options.map((option) => ({
    ...option,
    svg: previewSvg(symbol, { ...DEFAULT_QR_SETTINGS, margin: 0, [setting]: option.value }),
  }))
  return <PictureChoice {...choice} options={drawn} className={`wrap gap-5 ${styles.shapes}`} />
}
