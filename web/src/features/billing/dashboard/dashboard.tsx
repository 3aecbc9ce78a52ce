import type { Plan, Subscription } from '@scanleaf/shared'
import { formatExpiry, formatVnd, isFreePlan } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bidiIsolate } from '../../../lib/i18n/bidi-isolate'
import { useLanguage } from '../../../lib/i18n/i18n'
import { useDeferredData } from '../../../lib/use-deferred-data'
import { Button } from '../../../ui/button/button'
import { Card } from '../../../ui/card/card'
import properties from '../../../ui/properties/properties.module.css'
import { LoadError } from '../../../ui/state/load-error'
import { plansQuery, profileQuery, subscriptionQuery } from '../api'
import { Money } from '../money'
import { PlanSelector } from '../plan/plan-selector'
import { BillingForm } from './billing-form'
import styles from './dashboard.module.css'
import { DashboardSkeleton, FormSkeleton } from './dashboard-skeleton'
import { StatusBadge } from './status-badge'
import { Usage } from './usage'

const PlanComparison = lazy(async () => ({
  default: (await import('../plan/plan-comparison')).PlanComparison,
}))

/** The plan with its usage, and the billing details beside it (billing-spec §2.2). */
export function Dashboard({ onChoose }: { onChoose: (plan: Plan) => void }) {
  const language = useLanguage()
  const plans = useQuery(plansQuery(language))
  const subscription = useQuery(subscriptionQuery(language))
  const profile = useQuery(profileQuery)
  const shownPlans = useDeferredData(plans.data)
  const shownProfile = useDeferredData(profile.data)
  const hasFailed = (plans.isError && !plans.data) || (subscription.isError && !subscription.data)
  return (
    <div className={`gap-8 ${styles.columns}`}>
      {hasFailed ? (
        <Card>
          <LoadError onRetry={() => Promise.all([plans.refetch(), subscription.refetch()])} />
        </Card>
      ) : shownPlans && subscription.data ? (
        <PlanCard plans={shownPlans} subscription={subscription.data} onChoose={onChoose} />
      ) : (
        <DashboardSkeleton />
      )}
      {shownProfile ? (
        <BillingForm profile={shownProfile} />
      ) : profile.isError ? (
        <Card>
          <LoadError onRetry={() => profile.refetch()} />
        </Card>
      ) : (
        <FormSkeleton />
      )}
    </div>
  )
}

interface PlanCardProps {
  plans: readonly Plan[]
  subscription: Subscription
  onChoose: (plan: Plan) => void
}

function PlanCard({ plans, subscription, onChoose }: PlanCardProps) {
  const { t } = useTranslation('billing')
  const language = useLanguage()
  const { plan, planDetail, endAt, packagePayment } = subscription
  const [isComparing, setIsComparing] = useState(false)
  return (
    <Card isPadded className="stack gap-9">
      <div className="stack gap-7">
        <div className={`row wrap ${styles.head}`}>
          <h2>{t('plan')}</h2>
          <StatusBadge status={subscription.status} />
          {plans.length > 1 && (
            <Button
              variant="light"
              size="sm"
              className={styles.compare ?? ''}
              onClick={() => setIsComparing(true)}
            >
              {t('plans.compare')}
            </Button>
          )}
        </div>
        <PlanSelector plans={plans} current={plan} onChoose={onChoose} />
        <Suspense>
          {isComparing && (
            <PlanComparison
              plans={plans}
              current={plan}
              onChoose={(chosen) => {
                setIsComparing(false)
                onChoose(chosen)
              }}
              onClose={() => setIsComparing(false)}
            />
          )}
        </Suspense>
      </div>
      <dl className={`${properties.figures} ${styles.figures}`}>
        <div>
          <dt>{t('plan.price')}</dt>
          <dd>
            {isFreePlan(plan) ? (
              <span className={styles.price}>{t('plan.free-of-charge')}</span>
            ) : (
              <>
                <Money amount={planDetail.price} className={styles.price} />{' '}
                <span className={`muted ${styles.period}`}>{t(`per.${planDetail.period}`)}</span>
              </>
            )}
          </dd>
        </div>
        {!isFreePlan(plan) && (
          <>
            {packagePayment === 'year' && (
              <div>
                <dt>{t('plan.term')}</dt>
                <dd className={styles.figure}>{t('term.year')}</dd>
              </div>
            )}
            {planDetail.overLimitPrice > 0 && (
              <div>
                <dt>{t('over-limit-price')}</dt>
                <dd className={styles.figure}>
                  {t('over-limit-price.value', {
                    price: bidiIsolate(formatVnd(planDetail.overLimitPrice, language)),
                  })}
                </dd>
              </div>
            )}
            {endAt !== null && (
              <div>
                <dt>{t('plan.expiry')}</dt>
                <dd className={styles.figure}>
                  <bdi dir="ltr">{formatExpiry(endAt)}</bdi>
                </dd>
              </div>
            )}
          </>
        )}
      </dl>
      <Usage subscription={subscription} />
    </Card>
  )
}
