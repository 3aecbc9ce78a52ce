import type { PaymentInfo, Transaction } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { openTransactionQuery } from '../api'
import { isPaidElsewhere } from './payment-flow'
import { BankTransferDialog } from './qr-payment/bank-transfer-dialog'
import { MomoDialog } from './qr-payment/momo-dialog'
import { usePaymentArrival } from './use-payment-arrival'

export interface OpenPaymentProps {
  id: string
  /** As it was created or listed; after a reload it comes from the server. */
  known: PaymentInfo | null
  onClose: () => void
  /** It came to nothing, and the payer wants to pay all the same. */
  onAgain: (transaction: Transaction) => void
}

/** The payment that the address names, followed until the money has come: a reload shows it again. */
export function OpenPayment({ id, known, onClose, onAgain }: OpenPaymentProps) {
  const { data } = useQuery(openTransactionQuery(id))
  usePaymentArrival(id, data?.status)
  // The server returns instructions for the missing amount; once all is there it returns none, and the last ones stay.
  const last = useRef(known)
  if (data?.payment) last.current = data.payment
  const payment = [last.current, known].find((each) => each?.transactionId === id) ?? null
  if (payment?.paymentType === 'bank-transfer')
    return <BankTransferDialog transfer={payment} transaction={data} onClose={onClose} />
  if (payment?.paymentType === 'wallet') return null
  if (payment && !isPaidElsewhere(payment))
    return <MomoDialog payment={payment} transaction={data} onClose={onClose} onAgain={onAgain} />
  const gateway = payment?.paymentType ?? data?.paymentTypeDetail.code
  if (gateway === undefined || gateway === 'bank-transfer' || gateway === 'wallet') return null
  return (
    <Navigate to="/payment/return/$gateway" params={{ gateway }} search={{ transactionId: id }} replace />
  )
}
