import { MAX_TAG_LENGTH, MAX_TAGS } from '@scanleaf/shared'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import box from '../../../../ui/field/text-field.module.css'
import { tagsOf } from '../../state/row-fields'
import styles from './tags-field.module.css'

export interface TagsFieldProps {
  label: string
  tags: readonly string[]
  onChange: (tags: string[]) => void
}

/** Tags as chips: a comma, Enter or leaving the field ends one, Backspace takes the last one away. */
export function TagsField({ label, tags, onChange }: TagsFieldProps) {
  const { t } = useTranslation('bulk')
  const id = useId()
  const [typed, setTyped] = useState('')

  function add(text: string) {
    setTyped('')
    const next = tagsOf([...tags, text].join(','))
    if (next.length > tags.length) onChange(next.slice(0, MAX_TAGS))
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Enter' && typed.trim() !== '') {
      event.preventDefault()
      add(typed)
    } else if (event.key === 'Backspace' && typed === '') onChange(tags.slice(0, -1))
  }

  return (
    <div>
      <label className={`small ${box.label}`} htmlFor={id}>
        {label}
      </label>
      <div className={`row wrap gap-3 ${box.box} ${styles.box}`}>
        {tags.map((tag) => (
          <span key={tag} className={`gap-2 ${styles.tag}`}>
            <bdi>{tag}</bdi>
            <button
              type="button"
              className={`centred ${styles.remove}`}
              aria-label={t('tags.remove', { tag })}
              onClick={() => onChange(tags.filter((each) => each !== tag))}
            >
              <IconX size={13} stroke={2} aria-hidden />
            </button>
          </span>
        ))}
        <input
          id={id}
          className={`${box.input} ${styles.input}`}
          dir="auto"
          autoComplete="off"
          maxLength={MAX_TAG_LENGTH + 1}
          value={typed}
          onChange={({ currentTarget: { value } }) => (/[,;]/.test(value) ? add(value) : setTyped(value))}
          onKeyDown={onKeyDown}
          onBlur={() => add(typed)}
        />
      </div>
    </div>
  )
}
