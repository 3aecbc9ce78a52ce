import { readTypedAmount, retypedAmount } from '@scanleaf/shared'
import { useLayoutEffect, useRef, useState } from 'react'
import { useLanguage } from '../../lib/i18n/i18n'
import { useAmountProblem } from './amount-problem'
import { TextField, type TextFieldProps } from './text-field'
import styles from './text-field.module.css'

export interface AmountFieldProps extends Omit<TextFieldProps, 'onChange' | 'end'> {
  /** As it is typed; `readTypedAmount` says which amount that is. */
  value: string
  onText: (text: string) => void
}

/**
 * An amount of whole VND, grouped while digits are typed; the caret stays behind the digit it was behind. What cannot
 * be read stays as it was typed, and its reason takes the place of any other error, at the latest when it is left.
 */
export function AmountField({ value, onText, error, ...props }: AmountFieldProps) {
  const language = useLanguage()
  const input = useRef<HTMLInputElement>(null)
  const digitsAfterCaret = useRef<number | null>(null)
  const [isLeft, setIsLeft] = useState(false)
  const sayProblem = useAmountProblem()
  const { problem } = readTypedAmount(value, language)
  const isUnreadable = problem !== null && problem !== 'required'
  const shown = isUnreadable && (isLeft || error !== undefined) ? sayProblem(problem) : error

  useLayoutEffect(() => {
    const field = input.current
    if (!field || digitsAfterCaret.current === null || document.activeElement !== field) return
    let place = value.length
    for (let passed = 0; passed < digitsAfterCaret.current && place > 0; place -= 1) {
      if (/\d/.test(value[place - 1] ?? '')) passed += 1
    }
    digitsAfterCaret.current = null
    field.setSelectionRange(place, place)
  }, [value])

  function change(field: HTMLInputElement) {
    const text = retypedAmount(value, field.value, language)
    // Regrouping would move the caret to the end; unchanged text keeps it.
    const after = field.value.slice(field.selectionStart ?? field.value.length)
    digitsAfterCaret.current = text === field.value ? null : after.replace(/[^\p{Nd}]/gu, '').length
    setIsLeft(false)
    onText(text)
  }

  return (
    <TextField
      {...props}
      ref={input}
      value={value}
      onChange={(event) => change(event.currentTarget)}
      onBlur={() => setIsLeft(true)}
      inputMode="numeric"
      autoComplete="off"
      dir="ltr"
      error={shown}
      end={<span className={`muted ${styles.unit}`}>₫</span>}
    />
  )
}
