import { ADDON_CODES, formatNumber, type Plan, type Subscription } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../lib/i18n/i18n'
import { useMay } from '../../../lib/session/workspace'
import { Table } from '../../../ui/table/table'
import { plansQuery, usageQuery } from '../api'
import { Money } from '../money'
import styles from './plan-limit-dialog.module.css'
import { quotaOf } from './quota-of'

/** The cheapest plan that costs more and holds more codes of some kind. */
function nextPlan({ planDetail }: Subscription, plans: readonly Plan[]): Plan | undefined {
  const holdsMore = (plan: Plan) =>
    ADDON_CODES.some((addon) => quotaOf(plan, addon) > quotaOf(planDetail, addon))
  return plans
    .filter((plan) => plan.price > planDetail.price && holdsMore(plan))
    .toSorted((one, other) => one.price - other.price)[0]
}

/** The codes in use of each kind beside the quota of this plan and, for who may change it, of the next one. */
export function QuotaTable() {
  const { t } = useTranslation('billing')
  const language = useLanguage()
  const { data: subscription } = useQuery(usageQuery(language))
  const mayPay = useMay('billing:read')
  const { data: plans } = useQuery({ ...plansQuery(language), enabled: mayPay })
  if (!subscription || (mayPay && !plans)) return null
  const { planDetail, usage } = subscription
  const next = plans && nextPlan(subscription, plans)
  return (
    <Table className={`small ${styles.quotas}`}>
      <thead>
        <tr>
          <th scope="col">{t('usage')}</th>
          <th scope="col">{planDetail.name}</th>
          {next && (
            <th scope="col">
              {next.name} <Money amount={next.price} />
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {ADDON_CODES.map((addon) => (
          <tr key={addon}>
            <th scope="row">{t(`addon.${addon}`)}</th>
            <td>
              <bdi dir="ltr">
                {formatNumber(usage[addon] ?? 0, language)} /{' '}
                {formatNumber(quotaOf(planDetail, addon), language)}
              </bdi>
            </td>
            {next && <td>{formatNumber(quotaOf(next, addon), language)}</td>}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
