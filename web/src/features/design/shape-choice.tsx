import { DEFAULT_QR_SETTINGS, encodeSymbol, type QrCustomSettings } from '@scanleaf/qr'
import { useId, useMemo } from 'react'
import { previewSvg } from '../../lib/qr/draw'
import { QrPicture } from '../../ui/qr/qr-picture'
import styles from './shape-choice.module.css'

export interface ShapeChoiceProps<T extends string> {
  label: string
  options: readonly { value: T; label: string; settings: Partial<QrCustomSettings> }[]
  value: T
  onChange: (value: T) => void
}

/** One of a few shapes, each drawn; a radio group with arrow keys. */
export function ShapeChoice<T extends string>({ label, options, value, onChange }: ShapeChoiceProps<T>) {
  const name = useId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the options of a group never change, only their texts
  const pictures = useMemo(() => {
    const symbol = encodeSymbol('QR', { level: 'L' })
    return options.map(({ settings }) =>
      previewSvg(symbol, { ...DEFAULT_QR_SETTINGS, margin: 0, ...settings }),
    )
  }, [])
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.shapes}>
        {options.map((option, place) => (
          <label key={option.value} className={styles.shape}>
            <input
              type="radio"
              name={name}
              value={option.value}
              className={styles.input}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span className={styles.paper}>
              <QrPicture svg={pictures[place] ?? ''} label="" />
            </span>
            <span className={styles.name}>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
