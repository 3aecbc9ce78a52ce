import {
  type AddonCode,
  formatNumber,
  formatVnd,
  type PersonOverview,
  type Transfer,
  type UserDetails,
} from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../lib/format/format'
import { useLanguage } from '../../../lib/i18n/i18n'
import { Badge } from '../../../ui/badge/badge'
import { Card } from '../../../ui/card/card'
import lines from '../../../ui/list/lines.module.css'
import styles from '../../../ui/list/list.module.css'
import { ListSkeleton } from '../../../ui/list/list-skeleton'
import { LoadError } from '../../../ui/state/load-error'
import { overviewQuery } from '../api'
import own from '../users-admin.module.css'

/** Plan, payments and codes of a person, which most questions are about. */
export function Overview({ user }: { user: UserDetails }) {
  const { data, isError, refetch } = useQuery(overviewQuery(user.id))
  return (
    <div className={`gap-8 ${own.overview}`}>
      {!data && <Card>{isError ? <LoadError onRetry={() => refetch()} /> : <ListSkeleton rows={2} />}</Card>}
      {data?.billing && <Plan billing={data.billing} />}
      {data?.billing && <Payments billing={data.billing} email={user.email} />}
      {data && <Codes overview={data} />}
    </div>
  )
}

type Billing = NonNullable<PersonOverview['billing']>

/** One card of the overview. */
function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Card isPadded className={`gap-5 ${own.part}`} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </Card>
  )
}

const TONES = { active: 'good', pending: 'warning', 'past-due': 'bad' } as const

function Plan({ billing: { subscription } }: { billing: Billing }) {
  const { t } = useTranslation(['users-admin', 'billing'])
  const language = useLanguage()
  const { planDetail, status, endAt } = subscription
  return (
    <Part title={t('plan')}>
      <p className={own.figure}>
        <bdi>{planDetail.name}</bdi>
      </p>
      <Badge tone={TONES[status]}>{t(`billing:status.${status}`)}</Badge>
      <Properties
        rows={[
          [
            t('billing:plan.price'),
            planDetail.price === 0 ? t('billing:plan.free-of-charge') : formatVnd(planDetail.price, language),
          ],
          ...(endAt === null ? [] : [[t('billing:plan.expiry'), formatDate(endAt)] as const]),
        ]}
      />
    </Part>
  )
}

function Payments({ billing, email }: { billing: Billing; email: string }) {
  const { t } = useTranslation(['users-admin', 'billing', 'billing-admin'])
  const language = useLanguage()
  const { balance, subscription, payments } = billing
  const owed = subscription.outstandingBalance
  return (
    <Part title={t('resource.billing')}>
      <p className={own.figure}>
        <bdi dir="ltr">{formatVnd(balance, language)}</bdi>
        <span className={`fine muted ${styles.small}`}>{t('billing:balance')}</span>
      </p>
      {owed > 0 && <Properties rows={[[t('billing:money.debt'), formatVnd(owed, language)]]} isBad />}
      {payments.length === 0 && <p className="small muted">{t('billing-admin:transfers.empty')}</p>}
      <ul className={lines.log}>
        {payments.map((payment) => (
          <Payment key={payment.id} payment={payment} />
        ))}
      </ul>
      {payments.length > 0 && (
        <Link
          className={own.more}
          to="/admin/billing"
          search={{ view: 'transfers', state: 'all', q: email } as object}
        >
          {t('payments.all')}
        </Link>
      )}
    </Part>
  )
}

function Payment({ payment: { id, amount, status, createdAt } }: { payment: Transfer }) {
  const { t } = useTranslation('billing-admin')
  const language = useLanguage()
  return (
    <li>
      <div>
        <b>
          <bdi dir="ltr">{formatVnd(amount, language)}</bdi>
        </b>
        <span className={`fine muted ${styles.small}`}>
          <bdi dir="ltr">{`${formatDate(createdAt)} · ${id}`}</bdi>
        </span>
      </div>
      <span className={`fine gap-3 ${styles.chip}`} data-status={status}>
        {t(`status.${status}`)}
      </span>
    </li>
  )
}

function Codes({ overview: { codes, billing } }: { overview: PersonOverview }) {
  const { t } = useTranslation('users-admin')
  const language = useLanguage()
  const number = (value: number) => formatNumber(value, language)
  const used = (count: number, addon: AddonCode) => {
    const quota = billing?.subscription.planDetail.addons.find(({ code }) => code === addon)?.quantity
    return quota === undefined ? number(count) : t('codes.of', { used: number(count), quota: number(quota) })
  }
  return (
    <Part title={t('codes')}>
      <p className={own.figure}>{number(codes.dynamicCodes + codes.staticCodes)}</p>
      <Properties
        rows={[
          [t('codes.dynamic'), used(codes.dynamicCodes, 'dynamic-code-storage')],
          [t('codes.static'), used(codes.staticCodes, 'static-code-storage')],
          [t('codes.pdf'), number(codes.pdfCodes)],
        ]}
      />
    </Part>
  )
}

function Properties({ rows, isBad }: { rows: readonly (readonly [string, string])[]; isBad?: boolean }) {
  return (
    <dl className={`small gap-2 ${own.properties}`} data-tone={isBad ? 'bad' : undefined}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
