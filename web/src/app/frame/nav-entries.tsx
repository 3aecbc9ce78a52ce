import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useConfig } from '../../lib/config'
import { useMay } from '../../lib/session/workspace'
import styles from './frame-bar.module.css'

const ENTRIES = [
  { to: '/dynamic-codes', text: 'nav.dynamic-codes' },
  { to: '/static-codes', text: 'nav.static-codes' },
  { to: '/scans', text: 'nav.scans' },
] as const
const PAYMENT = { to: '/payment', text: 'nav.payment' } as const
const SETTINGS = { to: '/settings', text: 'nav.settings' } as const

/** The areas of the product; the one on screen, or above it, is marked. */
export function NavEntries({ onChoose }: { onChoose?: () => void }) {
  const { t } = useTranslation('common')
  const { billing } = useConfig()
  const mayPay = useMay('billing:read')
  const entries = [...ENTRIES, ...(billing && mayPay ? [PAYMENT] : []), SETTINGS]
  return entries.map(({ to, text }) => (
    <Link
      key={to}
      to={to}
      className={`muted ${styles.entry}`}
      activeOptions={{ includeSearch: false }}
      {...(onChoose && { onClick: onChoose })}
    >
      {t(text)}
    </Link>
  ))
}
