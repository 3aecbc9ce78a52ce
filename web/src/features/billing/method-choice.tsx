import { formatUsd, type PaymentType } from '@scanleaf/shared'
import IconBuildingBank from '@tabler/icons-react/dist/esm/icons/IconBuildingBank.mjs'
import IconCreditCard from '@tabler/icons-react/dist/esm/icons/IconCreditCard.mjs'
import IconScan from '@tabler/icons-react/dist/esm/icons/IconScan.mjs'
import IconWallet from '@tabler/icons-react/dist/esm/icons/IconWallet.mjs'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n'
import { LoadError } from '../../ui/load-error'
import { accountQuery, paymentTypesQuery } from './api'
import styles from './method-choice.module.css'
import { Money } from './money'

const ICONS = {
  'bank-transfer': IconBuildingBank,
  momo: IconScan,
  wallet: IconWallet,
  'credit-card': IconCreditCard,
  vnpay: IconScan,
  paypal: IconCreditCard,
  stripe: IconCreditCard,
} as const

export interface MethodChoiceProps {
  value: PaymentType
  /** The wallet holds enough: then it pays, and nothing else is asked for. */
  isCovered?: boolean
  /** VND, for what a type shows beside its name. */
  amount?: number
  onChange: (type: PaymentType) => void
}

/** How to pay, in the order of the server (spec §9: display priority). */
export function MethodChoice({ value, isCovered = false, amount, onChange }: MethodChoiceProps) {
  const { t } = useTranslation('billing')
  const language = useLanguage()
  const name = useId()
  const types = useQuery(paymentTypesQuery(language))
  const account = useQuery(accountQuery)
  if (types.isError && !types.data) return <LoadError onRetry={() => types.refetch()} />
  const offered =
    types.data?.map(({ code }) => code).filter((code) => (code === 'wallet') === isCovered) ?? []
  const shown: readonly PaymentType[] = isCovered ? ['wallet'] : offered
  return (
    <fieldset className={styles.methods} aria-busy={types.isPending || undefined}>
      <legend className={styles.legend}>{t('method')}</legend>
      {shown.map((type) => {
        const Icon = ICONS[type]
        return (
          <label key={type} className={styles.method}>
            <input
              type="radio"
              name={name}
              className={styles.input}
              checked={type === value}
              onChange={() => onChange(type)}
            />
            <span className={styles.tile}>
              <Icon size={20} stroke={1.7} aria-hidden />
            </span>
            <span className={styles.words}>
              <b>{t(`method.${type}`)}</b>
              <span>
                {type === 'wallet' && account.data ? (
                  <>
                    {t('balance')}: <Money amount={account.data.currentBalance} />
                  </>
                ) : type === 'paypal' && amount !== undefined ? (
                  <bdi dir="ltr">≈ {formatUsd(amount, language)}</bdi>
                ) : (
                  t(`method.${type}.text`)
                )}
              </span>
            </span>
          </label>
        )
      })}
      {types.data && shown.length === 0 && <p className={styles.none}>{t('method.none')}</p>}
    </fieldset>
  )
}
