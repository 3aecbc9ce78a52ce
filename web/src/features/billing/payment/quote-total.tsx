import type { Quote } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import properties from '../../../ui/properties/properties.module.css'
import { Money } from '../money'
import styles from './quote-total.module.css'
import type { ShownQuote } from './use-quote'

export interface QuoteTotalProps {
  quote: Pick<ShownQuote, 'shown' | 'isLoading'>
  /** Name of the plan that is bought. */
  plan: string
}

/** The amount due, its parts, and the credit to the wallet. */
export function QuoteTotal({ quote: { shown: quote, isLoading }, plan }: QuoteTotalProps) {
  const { t } = useTranslation('billing')
  const all = quote ? [...quote.lines, ...partsOf(quote)].filter(({ amount }) => amount !== 0) : []
  // A single line that is the whole says nothing new.
  const lines = all.length === 1 && all[0]?.amount === quote?.due ? [] : all
  return (
    <div className={styles.total} aria-live="polite" aria-busy={isLoading || undefined}>
      <div className={`row wrap ${styles.due}`}>
        <span className={styles.label}>{t('due')}</span>
        {quote ? <Money amount={quote.due} className={styles.amount} /> : <i className={styles.bone} />}
      </div>
      {lines.length > 0 && (
        <dl className={`${properties.spread} fine muted ${styles.lines}`}>
          {lines.map(({ code, amount }) => (
            <div key={code}>
              <dt>{t(`line.${code}`, { plan })}</dt>
              <dd>
                <Money amount={Math.abs(amount)} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

/** Where the wallet covers a part: its share, and the remaining amount. */
const partsOf = ({ due, short }: Quote) =>
  short > 0 && short < due
    ? ([
        { code: 'wallet', amount: due - short },
        { code: 'short', amount: short },
      ] as const)
    : []
