import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { type CSSProperties, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatShare } from '../../lib/format/format'
import { useLanguage } from '../../lib/i18n/i18n'
import drop from '../../ui/menu/dropdown.module.css'
import { useDropdown } from '../../ui/menu/use-dropdown'
import { usePopover } from '../../ui/menu/use-popover'
import styles from './color-choice.module.css'
import { type Hsv, hexOf, hsvOf } from './colors'

export interface ColorPickerProps {
  label: string
  /** `#RRGGBB`. */
  value: string
  /** The colour is none of the presets. */
  isOwn: boolean
  onChange: (color: string) => void
}

/** Any colour by hue, saturation and brightness: the same in every browser, and by keyboard. */
export function ColorPicker({ label, value, isOwn, onChange }: ColorPickerProps) {
  const { t } = useTranslation('design')
  const panel = useDropdown()
  return (
    <div {...panel.rootProps}>
      <button
        type="button"
        ref={panel.buttonRef}
        className={`centred ${styles.own}`}
        data-on={isOwn || undefined}
        aria-haspopup="dialog"
        aria-expanded={panel.isOpen}
        aria-label={t('color.other', { name: label })}
        title={t('color.other', { name: label })}
        onClick={panel.toggle}
      >
        <IconPlus size={14} stroke={2} aria-hidden />
      </button>
      {panel.isOpen && (
        <Sliders anchorRef={panel.buttonRef} label={label} value={value} onChange={onChange} />
      )}
    </div>
  )
}

type SlidersProps = Pick<ColorPickerProps, 'label' | 'value' | 'onChange'> & {
  anchorRef: Parameters<typeof usePopover>[0]
}

function Sliders({ anchorRef, label, value, onChange }: SlidersProps) {
  const { t } = useTranslation('design')
  const language = useLanguage()
  const ref = usePopover<HTMLFieldSetElement>(anchorRef, 'below')
  // Grey has no hue, and black no saturation: what was set is kept while the panel is open.
  const [set, setColor] = useState<Hsv>(() => hsvOf(value))
  const shown = hexOf(set) === value ? set : hsvOf(value)
  const change = (part: Partial<Hsv>) => {
    const next = { ...shown, ...part }
    setColor(next)
    onChange(hexOf(next))
  }
  const colors = {
    '--pure': hexOf({ ...shown, saturation: 1, brightness: 1 }),
    '--pale': hexOf({ ...shown, saturation: 0 }),
    '--full': hexOf({ ...shown, saturation: 1 }),
    '--bright': hexOf({ ...shown, brightness: 1 }),
  } as CSSProperties
  return (
    <fieldset ref={ref} popover="manual" className={`${drop.floating} ${styles.picker}`} style={colors}>
      <legend className={styles.pickerTitle}>{t('color.other', { name: label })}</legend>
      <Slider
        label={t('color.hue')}
        track={styles.hue}
        max={360}
        value={Math.round(shown.hue)}
        text={`${Math.round(shown.hue)}°`}
        onChange={(hue) => change({ hue })}
      />
      <Slider
        label={t('color.saturation')}
        track={styles.saturation}
        max={100}
        value={Math.round(shown.saturation * 100)}
        text={formatShare(shown.saturation, language)}
        onChange={(percent) => change({ saturation: percent / 100 })}
      />
      <Slider
        label={t('color.brightness')}
        track={styles.brightness}
        max={100}
        value={Math.round(shown.brightness * 100)}
        text={formatShare(shown.brightness, language)}
        onChange={(percent) => change({ brightness: percent / 100 })}
      />
    </fieldset>
  )
}

interface SliderProps {
  label: string
  track: string | undefined
  max: number
  value: number
  text: string
  onChange: (value: number) => void
}

function Slider({ label, track, max, value, text, onChange }: SliderProps) {
  return (
    <label className={styles.slider}>
      <span>{label}</span>
      <span className={styles.amount} aria-hidden>
        {text}
      </span>
      <input
        type="range"
        dir="ltr"
        className={track}
        min={0}
        max={max}
        value={value}
        aria-valuetext={text}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
    </label>
  )
}
