import { formatUsd, type Transaction } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../../lib/format/format'
import { useLanguage } from '../../../lib/i18n/i18n'
import properties from '../../../ui/properties/properties.module.css'
import { Money } from '../money'
import { MethodLabel } from '../transactions/method-label'
import styles from './return-page.module.css'

/** Amount, date and method of the payment. */
export function ReturnProperties({ transaction }: { transaction: Transaction }) {
  const { t } = useTranslation(['billing', 'billing-history'])
  const language = useLanguage()
  const { id, type, amount, paymentType, createdAt } = transaction
  return (
    <dl className={`${properties.spread} ${styles.facts}`}>
      <div>
        <dt>{t('billing-history:column.money')}</dt>
        <dd>
          <Money amount={amount} />
          {paymentType === 'paypal' && <bdi dir="ltr"> ≈ {formatUsd(amount, language)}</bdi>}
        </dd>
      </div>
      <div>
        <dt>{t('billing-history:column.service')}</dt>
        <dd>{t(`billing-history:type.${type}`)}</dd>
      </div>
      <div>
        <dt>{t('method')}</dt>
        <dd>
          <MethodLabel type={paymentType} />
        </dd>
      </div>
      <div>
        <dt>{t('transfer.id')}</dt>
        <dd>
          <bdi dir="ltr" className={styles.reference}>
            {id}
          </bdi>
        </dd>
      </div>
      <div>
        <dt>{t('billing-history:column.date')}</dt>
        <dd>{formatDateTime(createdAt)}</dd>
      </div>
    </dl>
  )
}
