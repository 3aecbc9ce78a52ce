import { formatVnd, type Transaction } from '@scanleaf/shared'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import { type MouseEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../../lib/format/format'
import { bidiIsolate } from '../../../lib/i18n/bidi-isolate'
import { useLanguage } from '../../../lib/i18n/i18n'
import { IconButton } from '../../../ui/button/button'
import { reasonOf } from '../failure-reasons'
import type { DetailsActionsProps } from './details-actions'
import { MethodLabel } from './method-label'
import { signedAmount } from './signed-amount'
import { StatusChip } from './status-chip'
import { TransactionDetails } from './transaction-details'
import styles from './transactions.module.css'
import { isUnpaid } from './unpaid'

export interface TransactionRowProps extends DetailsActionsProps {
  transaction: Transaction
  isOpen: boolean
  onOpen: () => void
  onClose: () => void
}

/** A movement of money; one that failed has no details (billing-spec §2.3). */
export function TransactionRow({ transaction, isOpen, onOpen, onClose, ...actions }: TransactionRowProps) {
  const { t } = useTranslation('billing-history')
  const language = useLanguage()
  const rowRef = useRef<HTMLTableRowElement>(null)
  const buttonRef = useRef<HTMLButtonElement>(null)
  const { status, statusDetail, type, description, createdAt, amount, paid } = transaction
  const isExpandable = status !== 'failure'
  const service = t(`type.${type}`)
  const reason = reasonOf(statusDetail.code)

  const toggle = () => (isOpen ? onClose() : onOpen())
  /** A click on the row itself, not on its opened details nor the end of selecting text. */
  function onRowClick({ target }: MouseEvent) {
    const isOnRow = target instanceof Element && target.closest('a, button, dialog, [role="dialog"]') === null
    if (isExpandable && isOnRow && window.getSelection()?.isCollapsed !== false) toggle()
  }

  return (
    <tr
      ref={rowRef}
      className={styles.row}
      data-expandable={isExpandable || undefined}
      data-open={isOpen || undefined}
      onClick={onRowClick}
    >
      <td className={styles.date}>{formatDateTime(createdAt)}</td>
      <td className={styles.service}>
        {service}
        {description !== '' && description !== service && (
          <span className={`fine muted ${styles.description}`}>
            <bdi>{description}</bdi>
          </span>
        )}
      </td>
      <td className={styles.methodCell}>
        {amount === 0 || isUnpaid(transaction) ? '–' : <MethodLabel type={transaction.paymentType} />}
      </td>
      <td className={styles.statusCell}>
        <StatusChip transaction={transaction} />
        {status !== 'pending' && reason && (
          <span className={`fine muted ${styles.reason}`}>{t(`reason.${reason}`)}</span>
        )}
        {status === 'failure' && paid > 0 && (
          <span className={`fine muted ${styles.reason}`}>
            {t('reason.in-wallet', { amount: bidiIsolate(formatVnd(paid, language)) })}
          </span>
        )}
      </td>
      <td className={styles.money}>
        <bdi dir="ltr">{signedAmount(transaction, language)}</bdi>
      </td>
      <td className={styles.more}>
        {isExpandable && (
          <IconButton
            ref={buttonRef}
            aria-label={t('details.open', { service })}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={toggle}
          >
            <IconChevronDown className={styles.chevron} size={18} stroke={1.7} aria-hidden />
          </IconButton>
        )}
        {isOpen && (
          <TransactionDetails
            transaction={transaction}
            rowRef={rowRef}
            onClose={(hasFocus) => {
              onClose()
              if (hasFocus) buttonRef.current?.focus()
            }}
            {...actions}
          />
        )}
      </td>
    </tr>
  )
}
