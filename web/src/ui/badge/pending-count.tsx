import { formatPending } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n/i18n'
import styles from './badge.module.css'

/** How much waits, beside the name of where it does; nothing for none. */
export function PendingCount({ count }: { count: number | null | undefined }) {
  const { t } = useTranslation('common')
  const language = useLanguage()
  if (!count) return null
  const text = formatPending(count, language)
  return (
    <span className={styles.count}>
      <span aria-hidden>{text}</span>
      <span className="visually-hidden">{t('pending-count', { waiting: text })}</span>
    </span>
  )
}
