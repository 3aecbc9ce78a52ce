import { SCAN_DISTANCES, sizeAdvice } from '@scanleaf/qr'
import { formatNumber } from '@scanleaf/shared'
import IconRuler2 from '@tabler/icons-react/dist/esm/icons/IconRuler2.mjs'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { bidiIsolate } from '../../lib/i18n/bidi-isolate'
import { useLanguage } from '../../lib/i18n/i18n'
import { Button } from '../../ui/button/button'
import { SelectField } from '../../ui/field/select-field'
import { PLACES } from './choices'
import type { PrintOptions } from './print-options'
import styles from './print-page.module.css'

export interface SizeChoiceProps {
  options: PrintOptions
  /** Side of the symbol as it is now, and the largest that fits, in millimetres. */
  side: number
  most: number
  /** Modules of the largest symbol on the sheet. */
  modules: number
  onChange: (change: Partial<PrintOptions>) => void
}

const LEAST_SIDE = 5

/** How large the codes are, and from how far they are read. */
export function SizeChoice({ options, side, most, modules, onChange }: SizeChoiceProps) {
  const { t } = useTranslation('print')
  const language = useLanguage()
  const id = useId()
  const advice = sizeAdvice(side, modules, SCAN_DISTANCES[options.place])
  const length = (millimetres: number) => lengthText(millimetres, language)
  const leastThatFits = Math.min(advice.leastSide, most)
  return (
    <div className={styles.size}>
      <SelectField
        label={t('place')}
        value={options.place}
        onChange={({ currentTarget: { value } }) =>
          onChange({ place: PLACES.find((place) => place === value) ?? 'table' })
        }
      >
        {PLACES.map((place) => (
          <option key={place} value={place}>
            {t(`place.${place}`, { distance: length(SCAN_DISTANCES[place]) })}
          </option>
        ))}
      </SelectField>
      <div>
        <div className={`small ${styles.sideHead}`}>
          <label htmlFor={id}>{t('side')}</label>
          <output htmlFor={id}>{length(side)}</output>
        </div>
        <input
          id={id}
          type="range"
          className={styles.slider}
          min={Math.min(LEAST_SIDE, most)}
          max={Math.max(LEAST_SIDE, most)}
          step={0.1}
          value={side}
          aria-valuetext={length(side)}
          onChange={({ currentTarget: { valueAsNumber } }) =>
            onChange({ side: valueAsNumber >= most ? null : valueAsNumber })
          }
        />
      </div>
      <div className={styles.advice} data-verdict={advice.verdict} role="status">
        <IconRuler2 size={18} stroke={1.7} aria-hidden />
        <span>
          {advice.verdict === 'too-small'
            ? t('advice.too-small', { side: length(advice.leastSide) })
            : t('advice.distance', { distance: length(advice.distance) })}{' '}
          {advice.verdict === 'small' && t('advice.small', { side: length(advice.leastSide) })}
        </span>
        {advice.verdict !== 'good' && leastThatFits > side && (
          <Button
            variant="default"
            size="sm"
            onClick={() => onChange({ side: leastThatFits >= most ? null : leastThatFits })}
          >
            {t('advice.use', { side: length(leastThatFits) })}
          </Button>
        )}
      </div>
    </div>
  )
}

/** @example lengthText(28, 'vi') // '2,8 cm' */
export function lengthText(millimetres: number, language: Parameters<typeof formatNumber>[1]): string {
  const isLong = millimetres >= 1000
  const value = isLong ? Math.round(millimetres / 100) / 10 : Math.round(millimetres * 10) / 100
  return bidiIsolate(`${formatNumber(value, language)} ${isLong ? 'm' : 'cm'}`)
}
