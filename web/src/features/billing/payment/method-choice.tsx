import { formatUsd, formatVnd, type PaymentType, type PaymentTypeInfo } from '@scanleaf/shared'
import IconBuildingBank from '@tabler/icons-react/dist/esm/icons/IconBuildingBank.mjs'
import IconCreditCard from '@tabler/icons-react/dist/esm/icons/IconCreditCard.mjs'
import IconScan from '@tabler/icons-react/dist/esm/icons/IconScan.mjs'
import IconWallet from '@tabler/icons-react/dist/esm/icons/IconWallet.mjs'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { bidiIsolate } from '../../../lib/i18n/bidi-isolate'
import { useLanguage } from '../../../lib/i18n/i18n'
import { LoadError } from '../../../ui/state/load-error'
import { Tile } from '../../../ui/tile/tile'
import { accountQuery, paymentTypesQuery } from '../api'
import { Money } from '../money'
import styles from './method-choice.module.css'
import { type Bill, fitOf } from './payment-flow'

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
  /** The wallet holds enough: then it pays, and nothing else is asked. */
  isCovered?: boolean
  /** The amount; a payment type outside its range shows its limits. */
  bill?: Bill
  onChange: (type: PaymentType) => void
}

/** How to pay, in the order of the server (billing-spec §9: display priority). */
export function MethodChoice({ value, isCovered = false, bill, onChange }: MethodChoiceProps) {
  const { t } = useTranslation('billing')
  const language = useLanguage()
  const name = useId()
  const types = useQuery(paymentTypesQuery(language))
  if (types.isError && !types.data) return <LoadError onRetry={() => types.refetch()} />
  const offered = types.data?.filter(({ code }) => (code === 'wallet') === isCovered) ?? []
  const shown: readonly PaymentTypeInfo[] = isCovered ? [WALLET] : offered
  return (
    <fieldset className={`stack gap-4 ${styles.methods}`} aria-busy={types.isPending || undefined}>
      <legend className={`small ${styles.legend}`}>{t('method')}</legend>
      {shown.map((type) => {
        const Icon = ICONS[type.code]
        return (
          <label key={type.code} className={`row gap-6 ${styles.method}`}>
            <input
              type="radio"
              name={name}
              className={styles.input}
              checked={type.code === value}
              disabled={bill !== undefined && fitOf(bill, type) === 'out-of-range'}
              onChange={() => onChange(type.code)}
            />
            <Tile size={36} tone="plain" className={styles.tile}>
              <Icon size={20} stroke={1.7} aria-hidden />
            </Tile>
            <span className={`stack ${styles.words}`}>
              <b>{t(`method.${type.code}`)}</b>
              <span>
                <About type={type} bill={bill} />
              </span>
            </span>
          </label>
        )
      })}
      {types.data && shown.length === 0 && <p className="muted">{t('method.none')}</p>}
    </fieldset>
  )
}

const WALLET: PaymentTypeInfo = { code: 'wallet', minAmount: 0, maxAmount: Number.MAX_SAFE_INTEGER }

/** The line under a type: its limits, or its description. */
function About({ type, bill }: { type: PaymentTypeInfo; bill: Bill | undefined }) {
  const { t } = useTranslation('billing')
  const language = useLanguage()
  const account = useQuery({ ...accountQuery, enabled: type.code === 'wallet' })
  const vnd = (amount: number) => bidiIsolate(formatVnd(amount, language))
  const fit = bill === undefined ? 'taken' : fitOf(bill, type)
  if (fit === 'out-of-range') return t('method.range', { min: vnd(type.minAmount), max: vnd(type.maxAmount) })
  if (fit === 'raised') return t('method.raised', { min: vnd(type.minAmount) })
  if (type.code === 'wallet' && account.data)
    return (
      <>
        {t('balance')}: <Money amount={account.data.currentBalance} />
      </>
    )
  if (type.code === 'paypal' && bill) return <bdi dir="ltr">≈ {formatUsd(bill.amount, language)}</bdi>
  return t(`method.${type.code}.text`)
}
