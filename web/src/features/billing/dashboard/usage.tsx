import {
  ADDON_CODES,
  DEFAULT_TOKEN_LIMIT,
  formatExpiry,
  formatNumber,
  formatVnd,
  overLimitFees,
  overLimitTotal,
  type Subscription,
} from '@scanleaf/shared'
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs'
import IconReload from '@tabler/icons-react/dist/esm/icons/IconReload.mjs'
import IconSparkles from '@tabler/icons-react/dist/esm/icons/IconSparkles.mjs'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../lib/format/format'
import { bidiIsolate } from '../../../lib/i18n/bidi-isolate'
import { useLanguage } from '../../../lib/i18n/i18n'
import { ProgressBar } from '../../../ui/progress/progress-bar'
import { tokensQuery } from '../api'
import { Money } from '../money'
import { feeTermsOf } from '../plan/fee-terms'
import { quotaOf } from '../plan-limit/quota-of'
import styles from './usage.module.css'

const ICONS = { 'dynamic-code-storage': IconReload, 'static-code-storage': IconLock } as const

/** From this share of a quota on its bar is amber; past the quota it is red. */
const NEARLY_FULL = 0.9

/** How much of the plan is used: codes of both kinds and the assistant's tokens. */
export function Usage({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation('billing')
  const tokens = useQuery(tokensQuery)
  const { planDetail, usage, additionalUsage, overLimitFee } = subscription
  return (
    <div className={`stack gap-8 ${styles.usage}`}>
      <h3>{t('usage')}</h3>
      {ADDON_CODES.map((addon) => {
        const Icon = ICONS[addon]
        return (
          <UsageBar
            key={addon}
            icon={<Icon size={17} stroke={1.7} aria-hidden />}
            label={t(`addon.${addon}`)}
            used={usage[addon] ?? 0}
            quota={quotaOf(planDetail, addon)}
            over={additionalUsage[addon] ?? 0}
          />
        )
      })}
      <UsageBar
        icon={<IconSparkles size={17} stroke={1.7} aria-hidden />}
        label={t('tokens')}
        used={tokens.data?.tokenUsed ?? 0}
        quota={tokens.data?.limitPackageToken ?? DEFAULT_TOKEN_LIMIT}
        over={0}
      />
      <NextFee subscription={subscription} />
      {overLimitFee > 0 && (
        <p className={`small ${styles.fee}`}>
          {t('over-limit-fee')} <Money amount={overLimitFee} />
        </p>
      )}
    </div>
  )
}

/** The fee of the next renewal for codes above the quota, by the current number of codes. */
function NextFee({ subscription: { status, planDetail, usage, endAt } }: { subscription: Subscription }) {
  const { t } = useTranslation('billing')
  const language = useLanguage()
  const { amount } = overLimitTotal(overLimitFees(feeTermsOf(planDetail), usage))
  if (amount === 0n || endAt === null || status !== 'active') return null
  const fee = bidiIsolate(formatVnd(Number(amount), language))
  return (
    <p className={`small ${styles.fee}`}>
      {t('over-limit-next', { fee, date: bidiIsolate(formatExpiry(endAt)) })}
    </p>
  )
}

interface UsageBarProps {
  icon: ReactNode
  label: string
  used: number
  quota: number
  /** Codes above the quota. */
  over: number
}

function UsageBar({ icon, label, used, quota, over }: UsageBarProps) {
  const { t } = useTranslation('billing')
  const language = useLanguage()
  const id = useId()
  // A bar ends at its end (billing-spec §9).
  const share = Math.min(1, quota > 0 ? used / quota : used)
  return (
    <div className="stack gap-4">
      <div className={`row ${styles.words}`}>
        <span className={`row gap-4 ${styles.label}`} id={id}>
          {icon}
          {label}
        </span>
        <bdi dir="ltr" className={`muted ${styles.figure}`}>
          <b title={formatNumber(used, language)}>{formatCount(used, language)}</b>
          <span title={formatNumber(quota, language)}> / {formatCount(quota, language)}</span>
        </bdi>
      </div>
      <ProgressBar
        aria-labelledby={id}
        max={100}
        value={Math.round(share * 100)}
        tone={over > 0 ? 'red' : share >= NEARLY_FULL ? 'amber' : 'green'}
      />
      {over > 0 && <p className={`fine ${styles.over}`}>{t('over-limit', { count: over })}</p>}
    </div>
  )
}
