import {
  ADDON_CODES,
  type AddonCode,
  formatExpiry,
  formatNumber,
  formatVnd,
  overLimitFees,
  overLimitTotal,
  type Period,
  type Plan,
  type Quote,
  type Subscription,
} from '@scanleaf/shared'
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import IconArrowRight from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconCoin from '@tabler/icons-react/dist/esm/icons/IconCoin.mjs'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { bidiIsolate } from '../../../lib/i18n/bidi-isolate'
import { useLanguage } from '../../../lib/i18n/i18n'
import { Button } from '../../../ui/button/button'
import { Dialog } from '../../../ui/dialog/dialog'
import { ErrorMessage } from '../../../ui/message/error-message'
import { InfoMessage } from '../../../ui/message/info-message'
import { Money } from '../money'
import { type FlowProps, keepsYear } from '../payment/payment-flow'
import { QuoteTotal } from '../payment/quote-total'
import { useCreatePayment } from '../payment/use-create-payment'
import { useQuote } from '../payment/use-quote'
import { feeTermsOf } from './fee-terms'
import styles from './upgrade-dialog.module.css'

export interface UpgradeDialogProps extends FlowProps {
  plan: Plan
  subscription: Subscription
}

/** Another plan beside the current one, and the cost of the change (billing-spec §2.2, §4). */
export function UpgradeDialog({ plan, subscription, onFlow, onClose, onOpened }: UpgradeDialogProps) {
  const { t } = useTranslation(['billing', 'common'])
  const language = useLanguage()
  const payYear = keepsYear(subscription, plan)
  const quote = useQuote({ purpose: 'plan_change', plan: plan.code, payYear })
  const { send, isPending, failure } = useCreatePayment({ onClose, onOpened })
  const { planDetail, usage } = subscription
  const isUpgrade = plan.price > planDetail.price
  const vnd = (amount: number) => bidiIsolate(formatVnd(amount, language))

  function change({ id, direct }: Quote) {
    if (!direct) return onFlow({ name: 'plan-payment', plan })
    send({ kind: 'change', plan: plan.code, quoteId: id, paymentType: 'wallet', payYear, language })
  }

  return (
    <Dialog
      title={t(isUpgrade ? 'upgrade.title' : 'downgrade.title', { plan: plan.name })}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('upgrade.later')}
          </Button>
          <Button
            loading={isPending}
            disabled={quote.current === undefined}
            onClick={() => quote.current && change(quote.current)}
          >
            {t('upgrade.change')}
          </Button>
        </>
      }
    >
      <div className="stack gap-8">
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
        <ul className="stack gap-6">
          {ADDON_CODES.map((addon) => (
            <Point
              key={addon}
              isLess={quantityOf(plan.addons, addon) < quantityOf(planDetail.addons, addon)}
              end={
                <bdi dir="ltr" className={`muted ${styles.change}`}>
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
          {plan.overLimitPrice > 0 && (
            <Point
              isCost
              end={
                <bdi className={`muted ${styles.change}`}>
                  {t('over-limit-price.value', { price: vnd(plan.overLimitPrice) })}
                </bdi>
              }
            >
              {t('over-limit-price')}
            </Point>
          )}
        </ul>
        {ADDON_CODES.filter((addon) => (usage[addon] ?? 0) > quantityOf(plan.addons, addon)).map((addon) => (
          <InfoMessage key={addon}>
            {t(`addon.${addon}`)}: {t('downgrade.over', { used: usage[addon] ?? 0 })}
          </InfoMessage>
        ))}
        <FeeNote plan={plan} used={usage} renewsAt={quote.shown?.renewsAt} />
        <QuoteTotal quote={quote} plan={plan.name} />
        <ErrorMessage text={failure ?? (quote.error && messageOf(quote.error, t('payment.fail')))} />
      </div>
    </Dialog>
  )
}

interface FeeNoteProps {
  plan: Plan
  used: Subscription['usage']
  /** Undefined until the server has said when. */
  renewsAt: string | null | undefined
}

/** The renewal fee for codes above the quota of the new plan: shown before it is chosen. */
function FeeNote({ plan, used, renewsAt }: FeeNoteProps) {
  const { t } = useTranslation('billing')
  const language = useLanguage()
  const { quantity: codes, amount } = overLimitTotal(overLimitFees(feeTermsOf(plan), used))
  if (codes === 0 || renewsAt === undefined) return null
  if (amount === 0n || renewsAt === null) return <InfoMessage>{t('downgrade.no-fee')}</InfoMessage>
  const fee = bidiIsolate(formatVnd(Number(amount), language))
  return (
    <InfoMessage>{t('downgrade.fee', { codes, fee, date: bidiIsolate(formatExpiry(renewsAt)) })}</InfoMessage>
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
      <p className={`small muted ${styles.small}`}>{label}</p>
      <b>{name}</b>
      <p className={`small muted ${styles.small}`}>
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
  /** A cost, not a benefit with a tick. */
  isCost?: boolean
  end?: ReactNode
  children: string
}

function Point({ isLess = false, isCost = false, end, children }: PointProps) {
  const Icon = isCost ? IconCoin : isLess ? IconArrowDown : IconCheck
  return (
    <li className={`gap-5 ${styles.point}`} data-less={isLess || isCost || undefined}>
      <Icon size={18} stroke={1.7} aria-hidden />
      <span>{children}</span>
      {end}
    </li>
  )
}
