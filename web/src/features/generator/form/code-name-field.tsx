import { MAX_NAME_LENGTH } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { DraftField } from './field'
import styles from './field.module.css'

export interface CodeNameFieldProps {
  name: string
  error: string | undefined
  onChange: (name: string) => void
}

/** What the owner calls the code. It names the code in the lists and its files; visitors never see it. */
export function CodeNameField({ name, error, onChange }: CodeNameFieldProps) {
  const { t } = useTranslation('generator')
  return (
    <DraftField
      label={t('name')}
      count={t('optional')}
      note={<p className={`wrap fine muted ${styles.hint}`}>{t('name.note')}</p>}
      name="name"
      autoComplete="off"
      maxLength={MAX_NAME_LENGTH}
      value={name}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
