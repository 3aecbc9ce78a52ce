import { formatVnd, MAX_AMOUNT, MIN_AMOUNT, shortVnd } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n'
import { AmountField } from './amount-field'
import styles from './money-dialog.module.css'

const USUAL_AMOUNTS = [100_000, 200_000, 500_000, 1_000_000]

export const isPayable = (amount: number): boolean => amount >= MIN_AMOUNT && amount <= MAX_AMOUNT

export interface TopUpFieldsProps {
  amount: number | null
  /** It was to be paid and is too small or too large. */
  isRefused: boolean
  onChange: (amount: number | null) => void
}

/** An amount typed, or one of the usual ones. */
export function TopUpFields({ amount, isRefused, onChange }: TopUpFieldsProps) {
  const { t } = useTranslation('billing')
  const language = useLanguage()
  const range = { min: formatVnd(MIN_AMOUNT, language), max: formatVnd(MAX_AMOUNT, language) }
  return (
    <>
      <AmountField
        label={t('topup.amount')}
        value={amount}
        onChange={onChange}
        hint={t('topup.text')}
        error={isRefused ? `${t('payment.validate-payment-money')} ${t('topup.range', range)}` : undefined}
      />
      <div className={styles.usual}>
        {USUAL_AMOUNTS.map((usual) => (
          <button
            key={usual}
            type="button"
            className={styles.chip}
            aria-pressed={usual === amount}
            onClick={() => onChange(usual)}
          >
            <bdi>{shortVnd(usual, language)}</bdi>
          </button>
        ))}
      </div>
    </>
  )
}
