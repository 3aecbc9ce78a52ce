import {
  ADDON_CODES,
  type AddonCode,
  formatNumber,
  isFreePlan,
  type Period,
  type Plan,
  type Quote,
  type Subscription,
} from '@scanleaf/shared'
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import IconArrowRight from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../lib/api-error'
import { useLanguage } from '../../lib/i18n'
import { Button } from '../../ui/button'
import { DialogFrame } from '../../ui/dialog-frame'
import { FailureNote } from '../../ui/failure-note'
import { InfoNote } from '../../ui/info-note'
import { quoteQuery } from './api'
import type { FlowProps } from './flow'
import { Money } from './money'
import { QuoteTotal } from './quote-total'
import styles from './upgrade-dialog.module.css'
import { useOrder } from './use-order'

export interface UpgradeDialogProps extends FlowProps {
  plan: Plan
  subscription: Subscription
}

/** Another plan beside the one in use, and what the change costs now (spec §2.2, §4). */
export function UpgradeDialog({ plan, subscription, onFlow, onClose, onOpened }: UpgradeDialogProps) {
  const { t } = useTranslation(['billing', 'common'])
  const language = useLanguage()
  const payYear = subscription.packagePayment === 'year' && !isFreePlan(plan.code)
  const quote = useQuery(quoteQuery({ purpose: 'plan_change', plan: plan.code, payYear }))
  const { send, isPending, failure } = useOrder({ onClose, onOpened })
  const { planDetail, usage } = subscription
  const isUpgrade = plan.price > planDetail.price

  function change({ id, direct }: Quote) {
    if (!direct) return onFlow({ name: 'plan-payment', plan })
    send({ kind: 'change', plan: plan.code, quoteId: id, paymentType: 'wallet', payYear, language })
  }

  return (
    <DialogFrame
      title={t(isUpgrade ? 'upgrade.title' : 'downgrade.title', { plan: plan.name })}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('upgrade.later')}
          </Button>
          <Button
            loading={isPending}
            disabled={quote.data === undefined}
            onClick={() => quote.data && change(quote.data)}
          >
            {t('upgrade.change')}
          </Button>
        </>
      }
    >
      <div className={styles.content}>
        <div className={styles.compare}>
          <Side
            label={t('plan.current')}
            name={planDetail.name}
            price={planDetail.price}
            period={planDetail.period}
          />
          <IconArrowRight className="flip" size={20} stroke={1.7} aria-hidden />
          <Side isNew label={t('upgrade.new')} name={plan.name} price={plan.price} period={plan.period} />
        </div>
        <ul className={styles.points}>
          {ADDON_CODES.map((addon) => (
            <Point
              key={addon}
              isLess={quantityOf(plan.addons, addon) < quantityOf(planDetail.addons, addon)}
              end={
                <bdi dir="ltr" className={styles.change}>
                  {formatNumber(quantityOf(planDetail.addons, addon), language)} →{' '}
                  <b>{formatNumber(quantityOf(plan.addons, addon), language)}</b>
                </bdi>
              }
            >
              {t(`addon.${addon}`)}
            </Point>
          ))}
          {plan.benefits.map((benefit) => (
            <Point key={benefit}>{benefit}</Point>
          ))}
        </ul>
        {ADDON_CODES.filter((addon) => (usage[addon] ?? 0) > quantityOf(plan.addons, addon)).map((addon) => (
          <InfoNote key={addon}>
            {t(`addon.${addon}`)}: {t('downgrade.over', { used: usage[addon] ?? 0 })}
          </InfoNote>
        ))}
        <QuoteTotal quote={quote.data} plan={plan.name} />
        <FailureNote text={failure ?? (quote.error && messageOf(quote.error, t('payment.fail')))} />
      </div>
    </DialogFrame>
  )
}

const quantityOf = (addons: Plan['addons'], addon: AddonCode): number =>
  addons.find(({ code }) => code === addon)?.quantity ?? 0

interface SideProps {
  label: string
  name: string
  price: number
  period: Period
  isNew?: boolean
}

function Side({ label, name, price, period, isNew = false }: SideProps) {
  const { t } = useTranslation('billing')
  return (
    <div className={styles.side} data-new={isNew || undefined}>
      <p className={styles.small}>{label}</p>
      <b>{name}</b>
      <p className={styles.small}>
        {price > 0 ? (
          <>
            <Money amount={price} /> {t(`per.${period}`)}
          </>
        ) : (
          t('plan.free-of-charge')
        )}
      </p>
    </div>
  )
}

interface PointProps {
  /** Smaller than it is now: nothing to tick off. */
  isLess?: boolean
  end?: ReactNode
  children: string
}

function Point({ isLess = false, end, children }: PointProps) {
  const Icon = isLess ? IconArrowDown : IconCheck
  return (
    <li className={styles.point} data-less={isLess || undefined}>
      <Icon size={18} stroke={1.7} aria-hidden />
      <span>{children}</span>
      {end}
    </li>
  )
}
