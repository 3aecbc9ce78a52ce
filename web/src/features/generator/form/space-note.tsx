import { hasOuterSpace } from '@scanleaf/qr'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './field.module.css'

export interface SpaceNoteProps {
  value: string
  onUse: (value: string) => void
}

/** Under a text that may begin or end with a space: nobody sees whether it is meant. */
export function SpaceNote({ value, onUse }: SpaceNoteProps) {
  const { t } = useTranslation('generator')
  const [kept, setKept] = useState<string | null>(null)
  if (!hasOuterSpace(value) || value === kept || value.trim() === '') return null
  const where = value.trimEnd() === value ? 'start' : value.trimStart() === value ? 'end' : 'both'
  return (
    <div className={`wrap fine muted ${styles.hint}`}>
      <span className={styles.warning} role="status">
        {t(`space.${where}`)}
      </span>
      <button type="button" className={styles.use} onClick={() => setKept(value)}>
        {t('space.keep')}
      </button>
      <button type="button" className={styles.use} onClick={() => onUse(value.trim())}>
        {t('space.remove')}
      </button>
    </div>
  )
}
