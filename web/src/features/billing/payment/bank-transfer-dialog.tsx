import { useClipboard } from '@mantine/hooks'
import { formatVnd, type Transaction, type TransferInfo } from '@scanleaf/shared'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs'
import { useTranslation } from 'react-i18next'
import { bidiIsolate } from '../../../lib/i18n/bidi-isolate'
import { useLanguage } from '../../../lib/i18n/i18n'
import { Button } from '../../../ui/button/button'
import { CopyButton } from '../../../ui/button/copy-button'
import { Dialog } from '../../../ui/dialog/dialog'
import properties from '../../../ui/properties/properties.module.css'
import { Property } from '../../../ui/properties/property'
import { reasonOf } from '../failure-reasons'
import { Money } from '../money'
import styles from './bank-transfer-dialog.module.css'
import { CancelPayment } from './cancel-payment'
import { PaymentBadge } from './payment-badge'
import { PaymentQr } from './payment-qr'

export interface TransferDialogProps {
  transfer: TransferInfo
  /** Its state; undefined until the server has responded. */
  transaction: Transaction | undefined
  onClose: () => void
}

/** How to transfer the money, and whether it has come (billing-spec §2.2). */
export function BankTransferDialog({ transfer, transaction, onClose }: TransferDialogProps) {
  const { t } = useTranslation('billing')
  const status = transaction?.status ?? 'pending'
  const shownAmount = status === 'success' && transaction ? transaction.amount : transfer.amount
  return (
    <Dialog
      title={t('transfer.title')}
      size={800}
      look="wide"
      badge={<PaymentBadge status={status} />}
      onClose={onClose}
      footer={
        <>
          {transaction?.status === 'pending' && <CancelPayment id={transaction.id} />}
          <Button leftSection={<IconCheck size={17} stroke={1.7} aria-hidden />} onClick={onClose}>
            {t('transfer.done')}
          </Button>
        </>
      }
    >
      <div className={styles.columns}>
        <div className={styles.side}>
          {status === 'success' ? (
            <IconCircleCheck className={styles.success} size={96} stroke={1.2} aria-hidden />
          ) : (
            <PaymentQr text={transfer.qr} label={t('transfer.qr')} isOver={status === 'failure'} />
          )}
          <div>
            <p className={styles.small}>{t('transfer.payment')}</p>
            <span className={styles.paid}>
              <Money amount={shownAmount} className={styles.amount} />
              <CopyButton value={String(shownAmount)} size={32} />
            </span>
          </div>
          <p className={styles.hint}>
            <Outcome status={status} transaction={transaction} />
          </p>
        </div>
        <div className={styles.facts}>
          <dl className={styles.list}>
            <Property label={t('transfer.id')} end={<CopyButton value={transfer.transactionId} size={32} />}>
              <bdi dir="ltr" className={styles.mono}>
                {transfer.transactionId}
              </bdi>
            </Property>
            <Property label={t('transfer.bank')}>{transfer.bankName}</Property>
            <Property label={t('transfer.branch')}>{transfer.branch}</Property>
            <Property label={t('transfer.account-name')}>{transfer.accountName}</Property>
            <Property
              label={t('transfer.account')}
              end={<CopyButton value={transfer.accountNumber} size={32} />}
            >
              <bdi dir="ltr" className={styles.number}>
                {transfer.accountNumber}
              </bdi>
            </Property>
          </dl>
          <Content text={transfer.content} />
          <p className={styles.note}>
            <IconInfoCircle size={16} stroke={1.7} aria-hidden />
            <span>{transfer.note}</span>
          </p>
          <Received transaction={transaction} />
        </div>
      </div>
    </Dialog>
  )
}

/** Instructions, or the result; of a payment that ended with a part, how much was received. */
function Outcome({
  status,
  transaction,
}: Pick<TransferDialogProps, 'transaction'> & { status: Transaction['status'] }) {
  const { t } = useTranslation(['billing', 'billing-history'])
  const language = useLanguage()
  if (status === 'failure' && transaction?.paid === 0) {
    if (transaction.statusDetail.code === 'cancelled') return t('return.failure.text')
    const reason = reasonOf(transaction.statusDetail.code)
    if (reason !== null && reason !== 'expired') return t(`billing-history:reason.${reason}`)
  }
  if (!transaction || status === 'pending' || transaction.paid === 0 || transaction.paid >= transaction.asked)
    return t(`transfer.${status}`)
  const money = (amount: number) => bidiIsolate(formatVnd(amount, language))
  return t('billing-history:notice.part-received', {
    amount: money(transaction.paid),
    asked: money(transaction.asked),
  })
}

/** The transfer description, by which the money is matched. */
function Content({ text }: { text: string }) {
  const { t } = useTranslation(['billing', 'common'])
  const clipboard = useClipboard({ timeout: 2000 })
  const Icon = clipboard.copied ? IconCheck : IconCopy
  return (
    <div className={styles.content}>
      <div>
        <p>{t('transfer.content')}</p>
        <b dir="ltr">{text}</b>
      </div>
      <Button
        variant="default"
        size="sm"
        leftSection={<Icon size={15} stroke={1.7} aria-hidden />}
        onClick={() => clipboard.copy(text)}
      >
        {clipboard.copied ? t('common:copied') : t('common:copy')}
      </Button>
    </div>
  )
}

/** A part has come: how much is missing. */
function Received({ transaction }: Pick<TransferDialogProps, 'transaction'>) {
  const { t } = useTranslation('billing')
  if (transaction?.status !== 'pending' || transaction.paid === 0) return null
  return (
    <dl className={`${properties.spread} ${styles.received}`}>
      <div>
        <dt>{t('transfer.received')}</dt>
        <dd>
          <Money amount={transaction.paid} />
        </dd>
      </div>
      <div>
        <dt>{t('transfer.missing')}</dt>
        <dd>
          <Money amount={Math.max(0, transaction.amount - transaction.paid)} />
        </dd>
      </div>
    </dl>
  )
}
