import type { Language } from '@scanleaf/shared'
import { useEffect, useEffectEvent, useRef } from 'react'
import { formatDecimal, readDecimal } from '../../lib/decimal'
import { useLanguage } from '../../lib/i18n'
import { TextField, type TextFieldProps } from '../../ui/text-field'

export interface DecimalFieldProps extends TextFieldProps {
  value: string
  /** When the field is left: the number as it was read, in the writing of the language. */
  onRead: (text: string) => void
}

/** A number in the writing of the person's language; leaving it shows how it was read. */
export function DecimalField({ onRead, ...props }: DecimalFieldProps) {
  const language = useLanguage()
  const writtenIn = useRef(language)

  const rewrite = useEffectEvent((from: Language) => {
    const read = readDecimal(props.value, from)
    const shown = read === null ? props.value : formatDecimal(Number(read), language)
    if (shown !== props.value) onRead(shown)
  })
  // 1.500 is another number in another language.
  useEffect(() => {
    rewrite(writtenIn.current)
    writtenIn.current = language
  }, [language])

  return (
    <TextField {...props} dir="ltr" inputMode="decimal" autoComplete="off" onBlur={() => rewrite(language)} />
  )
}
