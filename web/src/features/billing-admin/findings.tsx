import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '../../ui/list/list.module.css'
import own from './billing-admin.module.css'

/** Findings of a check, one line each; empty when every sum is right. */
export function Findings({ findings }: { findings: { key: string; name: string; text: ReactNode }[] }) {
  const { t } = useTranslation('billing-admin')
  if (findings.length === 0)
    return (
      <span className={`fine gap-3 ${styles.chip}`} data-status="succeeded">
        {t('checks.right')}
      </span>
    )
  return (
    <>
      <span className={`fine gap-3 ${styles.chip}`} data-status="failed">
        {t('checks.wrong', { count: findings.length })}
      </span>
      <ul className={`gap-3 ${own.findings}`}>
        {findings.map(({ key, name, text }) => (
          <li key={key}>
            <code dir="ltr">{name}</code>
            <span className={`fine muted ${styles.small}`}>{text}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
