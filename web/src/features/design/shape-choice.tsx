import { DEFAULT_QR_SETTINGS, encodeSymbol } from '@scanleaf/qr'
import { useId, useMemo } from 'react'
import { previewSvg } from '../../lib/qr/draw'
import { QrImage } from '../../ui/qr/qr-image'
import styles from './shape-choice.module.css'

/** What of a design is chosen. */
type Setting = 'style' | 'eyeShape'

export interface ShapeChoiceProps<T extends string> {
  label: string
  setting: Setting
  options: readonly { value: T; label: string }[]
  value: T
  onChange: (value: T) => void
}

/** One of a few shapes, each drawn; a radio group with arrow keys. */
export function ShapeChoice<T extends string>({
  label,
  setting,
  options,
  value,
  onChange,
}: ShapeChoiceProps<T>) {
  const name = useId()
  return (
    <fieldset>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.shapes}>
        {options.map((option) => (
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
              <Shape setting={setting} value={option.value} />
            </span>
            <span className={styles.name}>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** A small code that shows one value of a setting, and nothing else of the design. */
function Shape({ setting, value }: { setting: Setting; value: string }) {
  const svg = useMemo(() => {
    const symbol = encodeSymbol('QR', { level: 'L' })
    return previewSvg(symbol, { ...DEFAULT_QR_SETTINGS, margin: 0, [setting]: value })
  }, [setting, value])
  return <QrImage svg={svg} label="" />
}
