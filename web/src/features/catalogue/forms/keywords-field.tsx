import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormField } from '../../../lib/forms/use-form'
import { TextField } from '../../../ui/field/text-field'
import { Chips } from './chips'
import { joinWithCommas, splitCommas } from './comma-list'
import styles from './forms.module.css'

export interface KeywordsFieldProps {
  field: FormField
  onChange: (value: string) => void
}

/** Words by which a product is found: Enter or a comma ends one, and so does leaving the field. */
export function KeywordsField({ field, onChange }: KeywordsFieldProps) {
  const { t } = useTranslation('catalogue')
  const [typed, setTyped] = useState('')
  const chosen = splitCommas(field.value)

  function take(text: string) {
    setTyped('')
    if (text.trim() !== '') onChange(joinWithCommas([...chosen, ...splitCommas(text)]))
  }

  return (
    <div className={`gap-5 ${styles.group}`}>
      <TextField
        name={field.name}
        label={t('keywords')}
        hint={t('keywords.hint')}
        error={field.error}
        value={typed}
        autoComplete="off"
        enterKeyHint="enter"
        onChange={({ currentTarget: { value } }) =>
          /[,，、،]/.test(value) ? take(value.replace(/[，、،]/g, ',')) : setTyped(value)
        }
        onKeyDown={(event) => {
          if (event.key === 'Enter' && typed.trim() !== '' && !event.nativeEvent.isComposing) {
            event.preventDefault()
            take(typed)
          }
          if (event.key === 'Backspace' && typed === '') onChange(joinWithCommas(chosen.slice(0, -1)))
        }}
        onBlur={() => take(typed)}
        required
      />
      <Chips
        label={t('keywords')}
        chips={chosen.map((word) => ({ value: word, text: word }))}
        onRemove={(word) => onChange(joinWithCommas(chosen.filter((each) => each !== word)))}
      />
    </div>
  )
}
