import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button/button'
import { CopyButton } from '../button/copy-button'
import styles from './shown-once.module.css'

export interface ShownOnceProps {
  title: string
  text: string
  secrets: readonly { label?: string; value: string }[]
  /** Under the secrets. */
  children?: ReactNode
  onSaved: () => void
}

/** Secrets that were just made, which nobody is shown again. */
export function ShownOnce({ title, text, secrets, children, onSaved }: ShownOnceProps) {
  const { t } = useTranslation('common')
  return (
    <div className={styles.ready} role="status">
      <b>{title}</b>
      <p className="small">{text}</p>
      {secrets.map(({ label, value }) => (
        <div key={value}>
          {label && <p className="fine">{label}</p>}
          <div className={styles.secret} dir="ltr">
            <code>{value}</code>
            <CopyButton value={value} size={36} />
          </div>
        </div>
      ))}
      {children}
      <div>
        <Button size="sm" onClick={onSaved}>
          {t('saved-it')}
        </Button>
      </div>
    </div>
  )
}
