import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './color-choice.module.css'
import { ColorPicker } from './color-picker'
import { readColor } from './colors'

export interface ColorChoiceProps {
  label: string
  presets: readonly string[]
  /** `#RRGGBB`, or the value of the special choice. */
  value: string
  onChange: (color: string) => void
  /** A choice that is not a colour, in front of the colours. */
  special?: { value: string; label: string }
}

/** Ready colours, any other by sliders, and the value to be typed. */
export function ColorChoice({ label, presets, value, onChange, special }: ColorChoiceProps) {
  const { t } = useTranslation('design')
  const id = useId()
  const isSpecial = value === special?.value
  const isPreset = presets.some((color) => color.toLowerCase() === value.toLowerCase())
  return (
    <fieldset aria-labelledby={id}>
      <div className={`row gap-6 ${styles.line}`}>
        <span id={id} className={`small ${styles.label}`}>
          {label}
        </span>
        {isSpecial ? (
          <span className={`muted ${styles.word}`}>{special?.label}</span>
        ) : (
          <HexField key={value} label={t('color.value', { name: label })} value={value} onChange={onChange} />
        )}
      </div>
      <div className={`wrap gap-4 ${styles.swatches}`}>
        {special && (
          <Swatch
            group={id}
            color={special.value}
            label={special.label}
            isChosen={isSpecial}
            isSpecial
            onChoose={onChange}
          />
        )}
        {presets.map((color) => (
          <Swatch
            key={color}
            group={id}
            color={color}
            label={color}
            isChosen={color.toLowerCase() === value.toLowerCase()}
            onChoose={onChange}
          />
        ))}
        <ColorPicker
          label={label}
          value={readColor(value) ?? '#000000'}
          isOwn={!isPreset && !isSpecial}
          onChange={onChange}
        />
      </div>
    </fieldset>
  )
}

interface SwatchProps {
  group: string
  color: string
  label: string
  isChosen: boolean
  isSpecial?: boolean
  onChoose: (color: string) => void
}

function Swatch({ group, color, label, isChosen, isSpecial, onChoose }: SwatchProps) {
  return (
    <input
      type="radio"
      name={group}
      className={styles.swatch}
      aria-label={label}
      title={label}
      value={color}
      checked={isChosen}
      data-special={isSpecial || undefined}
      style={isSpecial ? {} : { backgroundColor: color }}
      onChange={() => onChoose(color)}
    />
  )
}

/** Applies the typed text once it is a colour; otherwise it is reset when the field is left. */
function HexField({ label, value, onChange }: Pick<ColorChoiceProps, 'label' | 'value' | 'onChange'>) {
  const [typed, setTyped] = useState(value)
  const commit = () => {
    const color = readColor(typed)
    if (color === null) setTyped(value)
    else if (color !== value) onChange(color)
  }
  return (
    <input
      className={`muted ${styles.hex}`}
      dir="ltr"
      aria-label={label}
      value={typed}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
      }}
    />
  )
}
