import { type OwnerText, ownerTextFor } from '@scanleaf/shared'
import type { ReactNode } from 'react'
import { TextField } from '../../../ui/field/text-field'
import { TextareaField } from '../../../ui/field/textarea-field'
import { useErrorAt, useFields } from './fields-context'

export interface OwnerTextFieldProps {
  label: string
  place: string
  texts: OwnerText | undefined
  required?: boolean
  hint?: string
  maxLength: number
  /** Paragraphs. */
  isLong?: boolean
  end?: ReactNode
  onChange: (texts: OwnerText) => void
}

/** Words of the owner in the language that is written at the moment; those of the first language show through. */
export function OwnerTextField(props: OwnerTextFieldProps) {
  const { label, place, texts = {}, required = false, hint, maxLength, isLong = false, onChange } = props
  const { language, languages, leave } = useFields()
  const error = useErrorAt()(place)
  const field = {
    label,
    value: texts[language] ?? '',
    required: required && language === languages[0],
    placeholder: ownerTextFor(texts, language, languages)?.text,
    maxLength,
    dir: 'auto',
    lang: language,
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...texts, [language]: event.currentTarget.value }),
    onBlur: () => leave(place),
    ...(error !== undefined && { error }),
    ...(hint !== undefined && { hint }),
  } as const
  return isLong ? <TextareaField {...field} /> : <TextField {...field} autoComplete="off" />
}

export interface AddressFieldProps {
  label: string
  place: string
  value: string
  placeholder?: string
  required?: boolean
  onChange: (value: string) => void
}

export function AddressField({ label, place, value, placeholder, required, onChange }: AddressFieldProps) {
  const { leave } = useFields()
  const error = useErrorAt()(place)
  return (
    <TextField
      label={label}
      value={value}
      dir="ltr"
      inputMode="url"
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      placeholder={placeholder ?? 'https://'}
      required={required ?? false}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => leave(place)}
    />
  )
}
