import type { PaymentInfo } from '@scanleaf/shared'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../ui/toasts'
import { BILLING, openTransactionQuery } from './api'
import { MomoDialog } from './momo-dialog'
import { TransferDialog } from './transfer-dialog'

export interface OpenPaymentProps {
  id: string
  /** As it was made or listed; after a reload the server tells it. */
  known: PaymentInfo | null
  onClose: () => void
}

/** The payment that the address names, followed until the money has come: a reload shows it again. */
export function OpenPayment({ id, known, onClose }: OpenPaymentProps) {
  const { data } = useQuery(openTransactionQuery(id))
  useArrival(id, data?.status)
  // The server asks for what is still missing; once all is there it says no more how to pay, and what it said stays.
  const last = useRef(known)
  if (data?.payment) last.current = data.payment
  const payment = [last.current, known].find((each) => each?.transactionId === id) ?? null
  if (payment === null) return null
  if (payment.paymentType === 'bank-transfer') {
    return <TransferDialog transfer={payment} transaction={data} onClose={onClose} />
  }
  if (payment.paymentType === 'wallet') return null
  return <MomoDialog payment={payment} transaction={data} onClose={onClose} />
}

/** When the money comes while one looks, all that it changes is asked anew. */
function useArrival(id: string, status: 'success' | 'pending' | 'failure' | undefined) {
  const { t } = useTranslation('billing')
  const client = useQueryClient()
  const before = useRef<{ id: string; status: typeof status }>({ id, status })
  useEffect(() => {
    const { current } = before
    before.current = { id, status }
    if (current.id !== id || current.status !== 'pending' || status !== 'success') return
    showToast({ kind: 'success', title: t('paid') })
    void client.invalidateQueries({ queryKey: [BILLING] })
  }, [id, status, client, t])
}
