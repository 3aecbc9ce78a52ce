import { BANK_APPS, bankAppLink, formatVnd, type Transaction, type TransferInfo } from '@scanleaf/shared'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { bidiIsolate } from '../../../../lib/i18n/bidi-isolate'
import { useLanguage } from '../../../../lib/i18n/i18n'
import { useCopy } from '../../../../lib/use-copy'
import { Button, buttonClass } from '../../../../ui/button/button'
import { CopyButton } from '../../../../ui/button/copy-button'
import { Dialog } from '../../../../ui/dialog/dialog'
import properties from '../../../../ui/properties/properties.module.css'
import { Property } from '../../../../ui/properties/property'
import { reasonOf } from '../../failure-reasons'
import { Money } from '../../money'
import styles from './bank-transfer-dialog.module.css'
import { CancelPayment } from './cancel-payment'
import { PaymentBadge } from './payment-badge'
import { PaymentQr, SaveQr } from './payment-qr'

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
        <div className={`row stack gap-7 ${styles.side}`} data-over={status !== 'pending' || undefined}>
          {status === 'success' ? (
            <IconCircleCheck className={styles.success} size={96} stroke={1.2} aria-hidden />
          ) : (
            <PaymentQr text={transfer.qr} label={t('transfer.qr')} isOver={status === 'failure'} />
          )}
          {status === 'pending' && (
            <SaveQr text={transfer.qr} name={transfer.transactionId} label={t('transfer.save')} />
          )}
          <div className={styles.total}>
            <p className="small muted">{t('transfer.payment')}</p>
            <span className={`gap-3 ${styles.paid}`}>
              <Money amount={shownAmount} className={styles.amount} />
              <CopyButton value={String(shownAmount)} size={32} />
            </span>
          </div>
          <p className={`fine muted ${styles.hint}`}>
            <Outcome status={status} transaction={transaction} />
          </p>
        </div>
        <div className={styles.facts}>
          <dl className={styles.list}>
            <Detail label={t('transfer.payment')} copied={String(shownAmount)} isPhone>
              <Money amount={shownAmount} />
            </Detail>
            <Detail label={t('transfer.account')} copied={transfer.accountNumber}>
              <bdi dir="ltr" className={styles.number}>
                {transfer.accountNumber}
              </bdi>
            </Detail>
            <Detail label={t('transfer.account-name')} copied={transfer.accountName}>
              {transfer.accountName}
            </Detail>
            <Detail label={t('transfer.bank')}>{transfer.bankName}</Detail>
            <Detail label={t('transfer.branch')}>{transfer.branch}</Detail>
            <Detail label={t('transfer.id')} copied={transfer.transactionId}>
              <bdi dir="ltr" className={styles.mono}>
                {transfer.transactionId}
              </bdi>
            </Detail>
          </dl>
          <Content text={transfer.content} />
          <p className={`fine muted gap-3 ${styles.note}`}>
            <IconInfoCircle size={16} stroke={1.7} aria-hidden />
            <span>{transfer.note}</span>
          </p>
          <Received transaction={transaction} />
          {status === 'pending' && <BankApps transfer={transfer} />}
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
  if (status === 'pending')
    return (
      <>
        {t('transfer.pending')} {t('waiting.time')}
      </>
    )
  if (!transaction || transaction.paid === 0 || transaction.paid >= transaction.asked)
    return t(`transfer.${status}`)
  const money = (amount: number) => bidiIsolate(formatVnd(amount, language))
  return t('billing-history:notice.part-received', {
    amount: money(transaction.paid),
    asked: money(transaction.asked),
  })
}

interface DetailProps {
  label: string
  copied?: string
  /** Only where the QR code is not beside it. */
  isPhone?: boolean
  children: ReactNode
}

/** One detail of the transfer; nothing for one that the operator left empty. */
function Detail({ label, copied, isPhone = false, children }: DetailProps) {
  if (children === '') return null
  const copy = copied !== undefined && <CopyButton value={copied} size={32} />
  return (
    <Property label={label} end={copy} className={isPhone ? styles.phone : undefined}>
      {children}
    </Property>
  )
}

/** A phone cannot scan its own screen: its banking app is opened with the transfer filled in. */
function BankApps({ transfer }: Pick<TransferDialogProps, 'transfer'>) {
  const { t } = useTranslation('billing')
  const links = BANK_APPS.flatMap((app) => {
    const href = bankAppLink(app, transfer, `${window.location.origin}/payment/dashboard`)
    return href === null ? [] : { ...app, href }
  })
  if (links.length === 0) return null
  return (
    <section className={styles.apps} aria-label={t('transfer.apps')}>
      <h3>{t('transfer.apps')}</h3>
      <p className="small muted">{t('transfer.apps.text')}</p>
      <div>
        {links.map(({ id, name, href }) => (
          <a
            key={id}
            href={href}
            rel="noreferrer"
            className={buttonClass({ variant: 'default', size: 'sm' })}
            translate="no"
          >
            {name}
          </a>
        ))}
      </div>
    </section>
  )
}

/** The transfer description, by which the money is matched. */
function Content({ text }: { text: string }) {
  const { t } = useTranslation(['billing', 'common'])
  const clipboard = useCopy()
  const Icon = clipboard.isCopied ? IconCheck : IconCopy
  return (
    <div className={`row wrap ${styles.content}`}>
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
        {clipboard.isCopied ? t('common:copied') : t('common:copy')}
      </Button>
    </div>
  )
}

/** A part has come: how much is missing. */
function Received({ transaction }: Pick<TransferDialogProps, 'transaction'>) {
  const { t } = useTranslation('billing')
  if (transaction?.status !== 'pending' || transaction.paid === 0) return null
  return (
    <dl className={`${properties.spread} small ${styles.received}`}>
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
