import type { Transaction } from '@scanleaf/shared'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Table } from '../../../ui/table/table'
import type { DetailsActionsProps } from './details-actions'
import { TransactionRow } from './transaction-row'
import styles from './transactions.module.css'

export interface TransactionsTableProps extends DetailsActionsProps {
  transactions: readonly Transaction[]
}

/** The rows of a page; the details of one at a time are open. */
export function TransactionsTable({ transactions, ...actions }: TransactionsTableProps) {
  const { t } = useTranslation('billing-history')
  const [openId, setOpenId] = useState<string | null>(null)
  return (
    <Table className={styles.table} aria-label={t('title')}>
      <thead>
        <tr className={styles.head}>
          <th scope="col">{t('column.date')}</th>
          <th scope="col">{t('column.service')}</th>
          <th scope="col">{t('column.method')}</th>
          <th scope="col">{t('column.status')}</th>
          <th scope="col" className={styles.money}>
            {t('column.money')}
          </th>
          <td />
        </tr>
      </thead>
      <tbody>
        {transactions.map((transaction) => (
          <TransactionRow
            key={transaction.id}
            transaction={transaction}
            isOpen={transaction.id === openId}
            onOpen={() => setOpenId(transaction.id)}
            onClose={() => setOpenId((open) => (open === transaction.id ? null : open))}
            {...actions}
          />
        ))}
      </tbody>
    </Table>
  )
}
