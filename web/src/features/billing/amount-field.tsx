import { formatNumber } from '@scanleaf/shared'
import { useLayoutEffect, useRef } from 'react'
import { useLanguage } from '../../lib/i18n'
import { TextField } from '../../ui/text-field'
import styles from './amount-field.module.css'

/** The most digits of an amount: more would be no exact number. */
const MAX_DIGITS = 13

export interface AmountFieldProps {
  label: string
  /** Whole VND; null while nothing is typed. */
  value: number | null
  onChange: (amount: number | null) => void
  hint: string
  error: string | undefined
}

/** An amount of VND, grouped while it is typed; the caret stays behind the digit it was behind. */
export function AmountField({ label, value, onChange, hint, error }: AmountFieldProps) {
  const language = useLanguage()
  const input = useRef<HTMLInputElement>(null)
  const digitsAfterCaret = useRef(0)
  const text = value === null ? '' : formatNumber(value, language)

  useLayoutEffect(() => {
    const field = input.current
    if (!field || document.activeElement !== field) return
    let place = text.length
    for (let passed = 0; passed < digitsAfterCaret.current && place > 0; place -= 1) {
      if (/\d/.test(text[place - 1] ?? '')) passed += 1
    }
    field.setSelectionRange(place, place)
  }, [text])

  function change(field: HTMLInputElement) {
    const after = field.value.slice(field.selectionStart ?? field.value.length)
    digitsAfterCaret.current = after.replace(/\D/g, '').length
    const digits = field.value.replace(/\D/g, '').slice(0, MAX_DIGITS)
    onChange(digits === '' ? null : Number(digits))
  }

  return (
    <TextField
      ref={input}
      label={label}
      value={text}
      onChange={(event) => change(event.currentTarget)}
      inputMode="numeric"
      autoComplete="off"
      dir="ltr"
      size="lg"
      hint={hint}
      error={error}
      end={<span className={styles.unit}>₫</span>}
      data-autofocus
    />
  )
}
