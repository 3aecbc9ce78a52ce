import type { RedirectInfo, Transaction } from '@scanleaf/shared'
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import IconCircleX from '@tabler/icons-react/dist/esm/icons/IconCircleX.mjs'
import { useTranslation } from 'react-i18next'
import { Button, buttonClass } from '../../../../ui/button/button'
import { Dialog } from '../../../../ui/dialog/dialog'
import { reasonOf } from '../../failure-reasons'
import { Money } from '../../money'
import transfer from './bank-transfer-dialog.module.css'
import { CancelPayment } from './cancel-payment'
import styles from './momo-dialog.module.css'
import { PaymentBadge } from './payment-badge'
import { PaymentQr } from './payment-qr'
import { clockOf, MOMO_MS, useCountdown } from './use-countdown'

export interface MomoDialogProps {
  payment: RedirectInfo
  transaction: Transaction | undefined
  onClose: () => void
  onAgain: (transaction: Transaction) => void
}

const STEPS = ['open', 'choose', 'scan'] as const

/** The code that the MoMo app scans, for ten minutes (billing-spec §2.2). */
export function MomoDialog({ payment, transaction, onClose, onAgain }: MomoDialogProps) {
  const { t } = useTranslation(['billing', 'common'])
  const rest = useCountdown(payment.expiresAt)
  const status = transaction?.status ?? 'pending'
  const isOver = status === 'pending' && rest === 0
  const isOpen = status === 'pending' && !isOver
  return (
    <Dialog
      title={t('momo.title')}
      size={640}
      look="wide"
      badge={<PaymentBadge status={isOver ? 'failure' : status} />}
      onClose={onClose}
      footer={
        <>
          {transaction?.status === 'pending' && <CancelPayment id={transaction.id} />}
          <Button variant={isOpen ? 'default' : 'filled'} onClick={onClose}>
            {t('common:close')}
          </Button>
          {isOpen && payment.deeplink !== undefined && (
            <a href={payment.deeplink} className={`${buttonClass()} ${styles.app}`}>
              {t('momo.open-app')}
            </a>
          )}
          {transaction && (isOver || status === 'failure') && (
            <Button onClick={() => onAgain(transaction)}>{t('common:retry')}</Button>
          )}
        </>
      }
    >
      <div className={styles.columns}>
        <div className={`row stack gap-7 ${transfer.side}`}>
          {status === 'success' && (
            <IconCircleCheck className={transfer.success} size={96} stroke={1.2} aria-hidden />
          )}
          {status === 'failure' && (
            <IconCircleX className={styles.failure} size={96} stroke={1.2} aria-hidden />
          )}
          {status === 'pending' && (
            <PaymentQr text={payment.qrCodeUrl ?? payment.payUrl} label={t('momo.qr')} isOver={isOver} />
          )}
          {transaction && <Money amount={transaction.amount} className={transfer.amount} />}
          {isOpen && (
            <>
              <Ring rest={rest} />
              <a href={payment.payUrl} className={styles.page}>
                {t('momo.open-page')}
              </a>
            </>
          )}
          {isOver && (
            <p className={styles.over} role="alert">
              {t('payment.qr-code-expired')}
            </p>
          )}
          {status === 'success' && <p className={`fine muted ${transfer.hint}`}>{t('transfer.success')}</p>}
          {status === 'failure' && transaction && <Failure code={transaction.statusDetail.code} />}
        </div>
        <ol className={`stack gap-8 ${styles.steps}`}>
          {STEPS.map((step, index) => (
            <li key={step}>
              <b>{index + 1}</b>
              <span>{t(`momo.step.${step}`)}</span>
            </li>
          ))}
        </ol>
      </div>
    </Dialog>
  )
}

function Failure({ code }: { code: string }) {
  const { t } = useTranslation(['billing', 'billing-history'])
  const reason = reasonOf(code)
  return (
    <p className={styles.over} role="alert">
      {reason === null ? t('payment.fail') : t(`billing-history:reason.${reason}`)}
    </p>
  )
}

/** The rest of the time as a ring; said aloud each minute and each of the last ten seconds. */
function Ring({ rest }: { rest: number }) {
  const { t } = useTranslation('billing')
  const seconds = Math.ceil(rest / 1000)
  const said = seconds <= 10 || seconds % 60 === 0 ? clockOf(rest) : ''
  return (
    <div className={`row small muted gap-5 ${styles.ring}`}>
      <svg viewBox="0 0 36 36" width={44} height={44} aria-hidden="true">
        <circle cx="18" cy="18" r="16" pathLength={1} />
        <circle cx="18" cy="18" r="16" pathLength={1} strokeDasharray={`${rest / MOMO_MS} 1`} />
      </svg>
      <span>
        {t('momo.left')} <b dir="ltr">{clockOf(rest)}</b>
      </span>
      <span className="visually-hidden" role="timer" aria-live="polite">
        {said}
      </span>
    </div>
  )
}
