import { type Language, readTypedAmount } from '@scanleaf/shared'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { formatDecimal, STORED_DECIMALS } from '../../../lib/format/decimal'
import { useLanguage } from '../../../lib/i18n/i18n'
import { useAmountProblem } from '../../../ui/field/amount-problem'
import { TextField, type TextFieldProps } from '../../../ui/field/text-field'

export interface DecimalFieldProps extends TextFieldProps {
  value: string
  /** When the field is left: the number as it was read, in the writing of the language. */
  onRead: (text: string) => void
}

const READING = { decimals: STORED_DECIMALS }

/** A number in the writing of the person's language; leaving it shows how it was read, or why it was not. */
export function DecimalField({ onRead, error, ...props }: DecimalFieldProps) {
  const language = useLanguage()
  const sayProblem = useAmountProblem()
  const [isLeft, setIsLeft] = useState(false)
  const { problem } = readTypedAmount(props.value, language, READING)
  const isUnreadable = problem !== null && problem !== 'required'
  const shown = isUnreadable && (isLeft || error !== undefined) ? sayProblem(problem) : error
  const writtenIn = useRef(language)

  const rewrite = useEffectEvent((from: Language) => {
    const { digits } = readTypedAmount(props.value, from, READING)
    const text = digits === null ? props.value : formatDecimal(Number(digits), language)
    if (text !== props.value) onRead(text)
  })
  // 1.500 is another number in another language.
  useEffect(() => {
    rewrite(writtenIn.current)
    writtenIn.current = language
  }, [language])

  return (
    <TextField
      inputMode="decimal"
      {...props}
      dir="ltr"
      autoComplete="off"
      error={shown}
      onFocus={() => setIsLeft(false)}
      onBlur={() => {
        setIsLeft(true)
        rewrite(language)
      }}
    />
  )
}
