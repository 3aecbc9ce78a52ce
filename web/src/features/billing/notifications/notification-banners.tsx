import { type BillingNotice, formatVnd } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../lib/format/format'
import { isolated } from '../../../lib/i18n/bidi-isolate'
import { useLanguage } from '../../../lib/i18n/i18n'
import { Notice, type NoticeProps, NoticeStrip, noticeLink } from '../../../ui/banner/banner'
import { noticesQuery, useCloseNotice } from './api'

/** How urgent each is: amber asks for a payment, red says what does not work until then. */
const TONES: Record<BillingNotice['kind'], NoticeProps['tone']> = {
  'ends-soon': 'pending',
  ended: 'pending',
  'grace-half': 'pending',
  'past-due': 'past-due',
  'returned-to-free': 'info',
  credited: 'info',
  'part-received': 'pending',
  'change-not-made': 'info',
  'late-done': 'info',
}

/** What the account holder is told about the plan, over every screen until it is closed; nothing while it loads. */
export function NoticesStrip() {
  const notices = useQuery(noticesQuery)
  if (!notices.data || notices.data.length === 0) return null
  return (
    <NoticeStrip>
      {notices.data.map((notice) => (
        <PlanNotice key={notice.id} notice={notice} />
      ))}
    </NoticeStrip>
  )
}

function PlanNotice({ notice }: { notice: BillingNotice }) {
  const { t } = useTranslation('billing-history')
  const language = useLanguage()
  const close = useCloseNotice()
  const { id, kind, values } = notice
  const day = (time: unknown) => (typeof time === 'string' ? isolated(formatDate(time)) : '')
  const money = (value: unknown) => (typeof value === 'number' ? isolated(formatVnd(value, language)) : '')
  const { endAt, blockedAt, amount, asked, payment } = values
  return (
    <Notice
      tone={TONES[kind]}
      link={
        <Link to="/payment/$tab" params={{ tab: 'dashboard' }} className={noticeLink}>
          {t('notice.open')}
        </Link>
      }
      onClose={() => close.mutate(id)}
    >
      {t(`notice.${kind}`, {
        endAt: day(endAt),
        blockedAt: day(blockedAt),
        amount: money(amount),
        asked: money(asked),
        payment: typeof payment === 'string' ? isolated(payment) : '',
      })}
    </Notice>
  )
}
