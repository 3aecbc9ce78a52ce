import { ADDON_CODES, formatNumber, isFreePlan, type Plan } from '@scanleaf/shared'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../lib/i18n/i18n'
import { Button } from '../../../ui/button/button'
import { Dialog } from '../../../ui/dialog/dialog'
import { Money } from '../money'
import { mayBeYear } from '../payment/payment-flow'
import { quotaOf } from '../plan-limit/quota-of'
import styles from './plan-comparison.module.css'

/** A year costs ten months (payments §8). */
const YEAR_MONTHS = 10

export interface PlanComparisonProps {
  plans: readonly Plan[]
  /** Code of the plan in use. */
  current: string
  onChoose: (plan: Plan) => void
  onClose: () => void
}

/** All plans side by side, before one is chosen: price, codes, assistant and domain. */
export function PlanComparison({ plans, current, onChoose, onClose }: PlanComparisonProps) {
  const { t } = useTranslation('billing')
  const language = useLanguage()
  return (
    <Dialog title={t('plans.compare')} size={860} look="wide" onClose={onClose}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls sideways is scrolled by the keys */}
      <section className={styles.scroll} tabIndex={0} aria-label={t('plans.compare')}>
        <table className={styles.table}>
          <thead>
            <tr>
              <td />
              {plans.map((plan) => (
                <th key={plan.code} scope="col">
                  {plan.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Row label={t('plans.price')} plans={plans}>
              {(plan) =>
                isFreePlan(plan.code) ? (
                  t('plan.free-of-charge')
                ) : (
                  <>
                    <Money amount={plan.price} className={styles.price} />
                    <small>{t(`per.${plan.period}`)}</small>
                  </>
                )
              }
            </Row>
            {plans.some(mayBeYear) && (
              <Row label={t('plans.year')} plans={plans}>
                {(plan) =>
                  mayBeYear(plan) ? (
                    <>
                      <Money amount={YEAR_MONTHS * plan.price} className={styles.price} />
                      <small>{t('per.yearly')}</small>
                    </>
                  ) : (
                    '–'
                  )
                }
              </Row>
            )}
            {ADDON_CODES.map((addon) => (
              <Row key={addon} label={t(`addon.${addon}`)} plans={plans}>
                {(plan) => formatNumber(quotaOf(plan, addon), language)}
              </Row>
            ))}
            <Row label={t('tokens')} plans={plans}>
              {(plan) => formatNumber(plan.tokens, language)}
            </Row>
            <Row label={t('plans.domain')} plans={plans}>
              {() => t('plans.included')}
            </Row>
            {plans.some(({ overLimitPrice }) => overLimitPrice > 0) && (
              <Row label={t('over-limit-price')} plans={plans}>
                {({ overLimitPrice }) => (overLimitPrice > 0 ? <Money amount={overLimitPrice} /> : '–')}
              </Row>
            )}
          </tbody>
          <tfoot>
            <tr>
              <td />
              {plans.map((plan) => (
                <td key={plan.code}>
                  {plan.code === current ? (
                    <span className={`small ${styles.current}`}>{t('plan.current')}</span>
                  ) : (
                    <Button
                      variant="default"
                      size="sm"
                      aria-label={t('plans.choose-plan', { plan: plan.name })}
                      onClick={() => onChoose(plan)}
                    >
                      {t('plans.choose')}
                    </Button>
                  )}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </section>
    </Dialog>
  )
}

interface RowProps {
  label: string
  plans: readonly Plan[]
  children: (plan: Plan) => ReactNode
}

/** What is compared, and its value in each plan. */
const Row = ({ label, plans, children }: RowProps) => (
  <tr>
    <th scope="row">{label}</th>
    {plans.map((plan) => (
      <td key={plan.code}>{children(plan)}</td>
    ))}
  </tr>
)
