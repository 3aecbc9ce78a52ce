import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useTranslation } from 'react-i18next'
import styles from './forms.module.css'

export interface ChipsProps {
  label: string
  chips: readonly { value: string; text: string }[]
  onRemove: (value: string) => void
}

/** The chosen items, each with a button that removes it. */
export function Chips({ label, chips, onRemove }: ChipsProps) {
  const { t } = useTranslation('catalogue')
  if (chips.length === 0) return null
  return (
    <ul className="wrap gap-3" aria-label={label}>
      {chips.map(({ value, text }) => (
        <li key={value} className={`row ${styles.chip}`}>
          <bdi>{text}</bdi>
          <button
            type="button"
            className={`muted centred ${styles.remove}`}
            aria-label={t('remove', { name: text })}
            onClick={() => onRemove(value)}
          >
            <IconX size={14} stroke={1.8} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}
