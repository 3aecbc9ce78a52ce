import { formatNumber, formatVnd, type Transaction } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { bidiIsolate } from '../../../lib/i18n/bidi-isolate'
import { useLanguage } from '../../../lib/i18n/i18n'
import { MethodLabel } from './method-label'
import { signedAmount } from './signed-amount'
import styles from './transaction-details.module.css'

type Item = Transaction['invoiceDetails'][number]['items'][number]

/** The lines of the invoice by day, what paid them, and which payment that was; without an invoice the movement. */
export function DetailsLines({ transaction }: { transaction: Transaction }) {
  const { t } = useTranslation(['billing-history', 'billing'])
  const language = useLanguage()
  const { invoiceDetails, amount, asked, description, paid, status } = transaction
  const items = invoiceDetails.flatMap((day) => day.items)
  const total = items.reduce((sum, item) => sum + item.amount, 0)
  const isPartPaid = status === 'pending' && paid > 0
  return (
    <>
      <div className={`stack gap-8 ${styles.days}`}>
        {invoiceDetails.map(({ date, items }) => (
          <div key={date} className={`stack gap-4 ${styles.day}`}>
            <h3>{dayText(date)}</h3>
            {items.map((item, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an invoice never move
              <ItemLine key={place} item={item} />
            ))}
          </div>
        ))}
        {items.length === 0 && (
          <div className={`row gap-8 ${styles.line}`}>
            <span>
              {t(`type.${transaction.type}`)}
              {description !== '' && <bdi className={`fine muted ${styles.oldPlan}`}>{description}</bdi>}
            </span>
            <bdi className={styles.amount} dir="ltr">
              {signedAmount(transaction, language)}
            </bdi>
          </div>
        )}
      </div>
      {items.length > 1 && (
        <div className={`row gap-8 ${styles.total}`}>
          <span>{t('details.total')}</span>
          <Money amount={total} />
        </div>
      )}
      {items.length > 0 && total !== amount && <Sources transaction={transaction} total={total} />}
      {status === 'success' && paid > 0 && paid < asked && (
        <div className={`small ${styles.part}`}>
          <span>{t('details.asked')}</span>
          <Money amount={asked} />
        </div>
      )}
      {isPartPaid && (
        <div className={`small ${styles.part}`}>
          <span>{t('details.received')}</span>
          <Money amount={paid} />
          <span>{t('details.missing')}</span>
          <Money amount={Math.max(0, amount - paid)} />
        </div>
      )}
      <Reference transaction={transaction} />
    </>
  )
}

/** Where the payment differs from the invoice: the received amount, and the share of the wallet. */
function Sources({
  transaction: { amount, paymentType },
  total,
}: {
  transaction: Transaction
  total: number
}) {
  const { t } = useTranslation(['billing-history', 'billing'])
  return (
    <div className={`small muted ${styles.sources}`}>
      <MethodLabel type={paymentType} />
      <Money amount={amount} />
      <span>{t(total > amount ? 'billing:line.wallet' : 'details.kept')}</span>
      <Money amount={Math.abs(total - amount)} />
    </div>
  )
}

/** References of the payment at the bank and for the operator. */
function Reference({ transaction: { type, reference } }: { transaction: Transaction }) {
  const { t } = useTranslation(['billing-history', 'billing'])
  if (reference === null) return null
  return (
    <div className={`small muted ${styles.reference}`}>
      <span>{t(type === 'refund' ? 'details.refund-of' : 'billing:transfer.id')}</span>
      <bdi dir="ltr">{reference}</bdi>
    </div>
  )
}

function ItemLine({ item }: { item: Item }) {
  const { t } = useTranslation('billing-history')
  const language = useLanguage()
  const { description, details, amount, oldPlanDetail } = item
  return (
    <div className={`row gap-8 ${styles.line}`}>
      <span>
        <bdi>{description}</bdi>
        {details.quantity > 1 && ` × ${formatNumber(details.quantity, language)}`}
        {oldPlanDetail && (
          <span className={`fine muted ${styles.oldPlan}`}>
            {t('details.old-plan', {
              plan: bidiIsolate(oldPlanDetail.description),
              price: bidiIsolate(formatVnd(oldPlanDetail.originPrice, language)),
              discount: bidiIsolate(formatVnd(oldPlanDetail.discount, language)),
            })}
          </span>
        )}
      </span>
      <Money amount={amount} />
    </div>
  )
}

function Money({ amount }: { amount: number }) {
  const language = useLanguage()
  return (
    <bdi className={styles.amount} dir="ltr" data-credit={amount < 0 || undefined}>
      {formatVnd(amount, language)}
    </bdi>
  )
}

/** `2026-11-01` as `01/11/2026`: the day is already that of Ho Chi Minh City. */
const dayText = (date: string) => date.split('-').reverse().join('/')
