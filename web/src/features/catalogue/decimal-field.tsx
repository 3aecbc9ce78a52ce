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
  return (
    <TextField
      {...props}
      dir="ltr"
      inputMode="decimal"
      autoComplete="off"
      onBlur={() => {
        const read = readDecimal(props.value, language)
        const shown = read === null ? props.value : formatDecimal(Number(read), language)
        if (shown !== props.value) onRead(shown)
      }}
    />
  )
}
