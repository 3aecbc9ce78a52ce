import { type BillingNotification, formatVnd } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../lib/format/format'
import { bidiIsolate } from '../../../lib/i18n/bidi-isolate'
import { useLanguage } from '../../../lib/i18n/i18n'
import { Banner, type BannerProps, BannerStack, bannerLink } from '../../../ui/banner/banner'
import { notificationsQuery, useDismissNotification } from './api'

/** Urgency of each: amber asks for a payment, red says what does not work until then. */
const TONES: Record<BillingNotification['kind'], BannerProps['tone']> = {
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

/** Notifications about the plan, over every screen until closed; nothing while it loads. */
export function NotificationBanners() {
  const notifications = useQuery(notificationsQuery)
  if (!notifications.data || notifications.data.length === 0) return null
  return (
    <BannerStack>
      {notifications.data.map((notification) => (
        <PlanBanner key={notification.id} notification={notification} />
      ))}
    </BannerStack>
  )
}

function PlanBanner({ notification }: { notification: BillingNotification }) {
  const { t } = useTranslation('billing-history')
  const language = useLanguage()
  const close = useDismissNotification()
  const { id, kind, values } = notification
  const day = (time: unknown) => (typeof time === 'string' ? bidiIsolate(formatDate(time)) : '')
  const money = (value: unknown) => (typeof value === 'number' ? bidiIsolate(formatVnd(value, language)) : '')
  const { endAt, blockedAt, amount, asked, payment } = values
  return (
    <Banner
      tone={TONES[kind]}
      link={
        <Link to="/payment/$tab" params={{ tab: 'dashboard' }} className={bannerLink}>
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
        payment: typeof payment === 'string' ? bidiIsolate(payment) : '',
      })}
    </Banner>
  )
}
