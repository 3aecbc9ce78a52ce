import { type BillingNotice, formatVnd } from '@scanleaf/shared'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../lib/formats'
import { useLanguage } from '../../../lib/i18n'
import { isolated } from '../isolated'
import { noticesQuery, useCloseNotice } from './api'
import styles from './notices-strip.module.css'

/** How urgent each is: amber asks for a payment, red says what does not work until then. */
const TONES: Record<BillingNotice['kind'], 'info' | 'pending' | 'past-due'> = {
  'ends-soon': 'pending',
  ended: 'pending',
  'grace-half': 'pending',
  'past-due': 'past-due',
  'returned-to-free': 'info',
  credited: 'info',
  'change-not-made': 'info',
}

/** What the account holder is told about the plan, over every screen until it is closed; nothing while it loads. */
export function NoticesStrip() {
  const notices = useQuery(noticesQuery)
  if (!notices.data || notices.data.length === 0) return null
  return (
    <div className={styles.strip}>
      {notices.data.map((notice) => (
        <Notice key={notice.id} notice={notice} />
      ))}
    </div>
  )
}

function Notice({ notice }: { notice: BillingNotice }) {
  const { t } = useTranslation(['billing-history', 'common'])
  const language = useLanguage()
  const close = useCloseNotice()
  const { id, kind, values } = notice
  const tone = TONES[kind]
  const Icon = tone === 'info' ? IconInfoCircle : IconAlertTriangle
  const day = (time: unknown) => (typeof time === 'string' ? isolated(formatDate(time)) : '')
  const { endAt, blockedAt, amount } = values
  return (
    <div className={styles.notice} data-tone={tone} role="status">
      <Icon size={18} stroke={1.7} aria-hidden />
      <p className={styles.text}>
        {t(`notice.${kind}`, {
          endAt: day(endAt),
          blockedAt: day(blockedAt),
          amount: typeof amount === 'number' ? isolated(formatVnd(amount, language)) : '',
        })}
      </p>
      <Link to="/payment/$tab" params={{ tab: 'dashboard' }} className={styles.link}>
        {t('notice.open')}
      </Link>
      <button
        type="button"
        className={styles.close}
        aria-label={t('common:close')}
        onClick={() => close.mutate(id)}
      >
        <IconX size={16} stroke={1.7} aria-hidden />
      </button>
    </div>
  )
}
