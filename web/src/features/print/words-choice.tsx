import type { QrFrameLine } from '@scanleaf/qr'
import { CALLS_TO_ACTION, MAX_CAPTION_TEXT } from '@scanleaf/shared'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { SelectField } from '../../ui/field/select-field'
import { TextField } from '../../ui/field/text-field'
import type { PrintOptions } from './print-options'
import styles from './print-page.module.css'

export interface WordsChoiceProps {
  isDynamic: boolean
  options: PrintOptions
  onChange: (change: Partial<PrintOptions>) => void
  /** Beside the first choice. */
  children?: ReactNode
}

const LINES: readonly { name: string; lines: QrFrameLine[] }[] = [
  { name: 'name', lines: ['name'] },
  { name: 'name-id', lines: ['name', 'id'] },
  { name: 'name-link', lines: ['name', 'link'] },
  { name: 'id', lines: ['id'] },
  { name: 'link', lines: ['link'] },
  { name: 'none', lines: [] },
]

/** The words beside each code: its own, and those that are the same on all. */
export function WordsChoice({ isDynamic, options, onChange, children }: WordsChoiceProps) {
  const { t } = useTranslation(['print', 'calls-to-action', 'design'])
  const list = useId()
  const offered = LINES.filter(({ name }) => isDynamic || name === 'name' || name === 'none')
  const current = offered.find(({ lines }) => lines.join() === options.lines.join()) ?? LINES[0]
  return (
    <>
      <SelectField
        label={t('lines')}
        value={current?.name}
        onChange={({ currentTarget: { value } }) =>
          onChange({ lines: offered.find(({ name }) => name === value)?.lines ?? [] })
        }
      >
        {offered.map(({ name, lines }) => (
          <option key={name} value={name}>
            {lines.length === 0
              ? t('design:frame.line.none')
              : lines.map((line) => t(`design:frame.line.${line}`)).join(' · ')}
          </option>
        ))}
      </SelectField>
      {children}
      <div className={styles.wide}>
        <TextField
          label={t('design:frame.text')}
          list={list}
          dir="auto"
          maxLength={MAX_CAPTION_TEXT}
          autoComplete="off"
          placeholder={t('calls-to-action:scan')}
          value={options.text}
          onChange={(event) => onChange({ text: event.currentTarget.value })}
        />
        <datalist id={list}>
          {CALLS_TO_ACTION.map((call) => (
            <option key={call} value={t(`calls-to-action:${call}`)} />
          ))}
        </datalist>
      </div>
    </>
  )
}
