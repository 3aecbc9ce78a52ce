import {
  formatNumber,
  formatVnd,
  type Language,
  MAX_AMOUNT,
  MIN_AMOUNT,
  readTypedAmount,
  shortVnd,
} from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { bidiIsolate } from '../../../lib/i18n/bidi-isolate'
import { useLanguage } from '../../../lib/i18n/i18n'
import { AmountField } from '../../../ui/field/amount-field'
import styles from './top-up-dialog.module.css'

const USUAL_AMOUNTS = [100_000, 200_000, 500_000, 1_000_000]

/** The typed amount when it can be paid at once, else null. */
export function payableAmount(text: string, language: Language): number | null {
  const { digits } = readTypedAmount(text, language)
  const amount = Number(digits ?? 0)
  return amount >= MIN_AMOUNT && amount <= MAX_AMOUNT ? amount : null
}

export interface TopUpFieldsProps {
  /** As it is typed. */
  text: string
  /** It was to be paid and cannot be. */
  isRefused: boolean
  onText: (text: string) => void
}

/** An amount typed, or one of the usual ones. */
export function TopUpFields({ text, isRefused, onText }: TopUpFieldsProps) {
  const { t } = useTranslation('billing')
  const language = useLanguage()
  const money = (amount: number) => bidiIsolate(formatVnd(amount, language))
  const range = { min: money(MIN_AMOUNT), max: money(MAX_AMOUNT) }
  return (
    <>
      <AmountField
        label={t('topup.amount')}
        value={text}
        onText={onText}
        size="lg"
        data-autofocus
        hint={t('topup.text')}
        error={isRefused ? `${t('payment.validate-payment-money')} ${t('topup.range', range)}` : undefined}
      />
      <div className="wrap gap-4">
        {USUAL_AMOUNTS.map((usual) => (
          <button
            key={usual}
            type="button"
            className={`small ${styles.chip}`}
            aria-pressed={formatNumber(usual, language) === text}
            onClick={() => onText(formatNumber(usual, language))}
          >
            <bdi>{shortVnd(usual, language)}</bdi>
          </button>
        ))}
      </div>
    </>
  )
}
