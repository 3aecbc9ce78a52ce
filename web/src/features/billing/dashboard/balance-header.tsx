import type { Subscription } from '@scanleaf/shared'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconWallet from '@tabler/icons-react/dist/esm/icons/IconWallet.mjs'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../lib/i18n/i18n'
import { Button } from '../../../ui/button/button'
import { Card } from '../../../ui/card/card'
import { Tile } from '../../../ui/tile/tile'
import { accountQuery, subscriptionQuery } from '../api'
import { Money } from '../money'
import styles from './balance-header.module.css'

export interface BalanceHeaderProps {
  onTopUp: () => void
  onPay: () => void
}

/** Wallet and outstanding balance: amber while pending, red once past due (billing-spec §2.1). */
export function BalanceHeader({ onTopUp, onPay }: BalanceHeaderProps) {
  const { t } = useTranslation('billing')
  const account = useQuery(accountQuery)
  const subscription = useQuery(subscriptionQuery(useLanguage()))
  return (
    <Card className={styles.header}>
      <div className={`row fill gap-8 ${styles.part}`}>
        <Tile>
          <IconWallet size={20} stroke={1.7} aria-hidden />
        </Tile>
        <div className={`fill ${styles.words}`}>
          <p className="muted small">{t('balance')}</p>
          {account.data ? (
            <Money amount={account.data.currentBalance} className={styles.amount} />
          ) : (
            <span className={styles.amount} data-waiting={account.isPending || undefined}>
              –
            </span>
          )}
        </div>
        <Button
          variant="default"
          leftSection={<IconPlus size={17} stroke={1.7} aria-hidden />}
          onClick={onTopUp}
        >
          {t('topup')}
        </Button>
      </div>
      {subscription.data && owes(subscription.data) && (
        <Owed subscription={subscription.data} onPay={onPay} />
      )}
    </Card>
  )
}

const owes = ({ status, outstandingBalance }: Subscription): boolean =>
  status !== 'active' || outstandingBalance > 0

function Owed({ subscription, onPay }: { subscription: Subscription; onPay: () => void }) {
  const { t } = useTranslation('billing')
  const isPastDue = subscription.status === 'past-due'
  return (
    <div className={`row fill gap-7 ${styles.owed}`} data-past-due={isPastDue || undefined}>
      <IconAlertTriangle className={styles.sign} size={22} stroke={1.7} aria-hidden />
      <div className={`fill ${styles.words}`}>
        <p className={`small ${styles.owedLabel}`}>{t(isPastDue ? 'owed.past-due' : 'owed.pending')}</p>
        <Money
          amount={isPastDue ? subscription.pastDueBalance : subscription.outstandingBalance}
          className={styles.amount}
        />
      </div>
      <Button {...(isPastDue && { color: 'red' })} onClick={onPay}>
        {t('pay')}
      </Button>
    </div>
  )
}
