import { textOfTime, timeOf, VnpayError, type VnpayFields } from './validate-requests'

export interface VnpayRefund {
  requestId: string
  /** VND times a hundred, as VNPay counts. */
  amount: number
  type: '02' | '03'
  status: string
  transactionNo: string
}

export interface VnpayOrder {
  /** The pay address by which it was opened. */
  request: VnpayFields
  /** What the payer did; empty until then. */
  responseCode: string
  transactionStatus: string
  transactionNo: string
  payDate: string
  refunds: VnpayRefund[]
}

/** The orders that VNPay knows; notice, question and refund read the same. */
export function createVnpayState(now: () => Date) {
  const orders = new Map<string, VnpayOrder>()
  let lastNumber = 14_226_000

  const find = (ref: string): VnpayOrder => {
    const order = orders.get(ref)
    if (!order) throw new VnpayError('91', `no order ${ref}`)
    const isLate = now() > timeOf(order.request['vnp_ExpireDate'])
    if (order.transactionStatus === '01' && order.responseCode === '' && isLate)
      Object.assign(order, { responseCode: '11', transactionStatus: '02', transactionNo: '0' })
    return order
  }

  return {
    find,
    all: () => [...orders.values()],
    /** An address may be opened again as long as nobody has paid. @throws VnpayError for another order by this name */
    open(request: VnpayFields): VnpayOrder {
      const ref = request['vnp_TxnRef'] ?? ''
      const known = orders.get(ref)
      if (known && JSON.stringify(known.request) !== JSON.stringify(request))
        throw new VnpayError('03', `a second order ${ref}`)
      if (!known)
        orders.set(ref, {
          request,
          responseCode: '',
          transactionStatus: '01',
          transactionNo: '0',
          payDate: '',
          refunds: [],
        })
      return find(ref)
    },
    /** What the payer does, or VNPay with what it held; what has ended stays as it is. */
    close(order: VnpayOrder, responseCode: string, transactionStatus: string): void {
      if (!['01', '07'].includes(order.transactionStatus)) return
      const isDebited = ['00', '07'].includes(transactionStatus)
      if (isDebited && order.transactionNo === '0') order.transactionNo = String(++lastNumber)
      Object.assign(order, { responseCode, transactionStatus, payDate: textOfTime(now()) })
    },
    /** @throws VnpayError 91 for what was not paid, 93 above what was paid, 94 for a request that came before */
    refund(call: VnpayFields, status: string): VnpayRefund {
      const order = find(call['vnp_TxnRef'] ?? '')
      const { vnp_RequestId: requestId = '', vnp_TransactionType, vnp_Amount } = call
      if (order.transactionStatus !== '00' || order.transactionNo !== call['vnp_TransactionNo'])
        throw new VnpayError('91', `refund of what was not paid: ${order.request['vnp_TxnRef']}`)
      const amount = Number(vnp_Amount)
      const gone = order.refunds.filter((refund) => refund.status !== '09')
      const refunded = gone.reduce((sum, refund) => sum + refund.amount, 0)
      const type = vnp_TransactionType === '02' ? '02' : '03'
      const paid = Number(order.request['vnp_Amount'])
      if (refunded + amount > paid || (type === '02' && amount !== paid))
        throw new VnpayError('93', 'above what was paid')
      const refund = { requestId, amount, type, status, transactionNo: String(++lastNumber) } as const
      order.refunds.push({ ...refund })
      return refund
    },
  }
}

export type VnpayState = ReturnType<typeof createVnpayState>
