import { type MomoBody, MomoError } from './validate-requests'

const EXPIRES_MS = 600_000

export interface MomoRefund {
  orderId: string
  amount: number
  resultCode: number
  transId: number
  createdTime: number
}

export interface MomoOrder {
  request: MomoBody
  madeAt: number
  /** 1000 until the payer has done something. */
  resultCode: number
  /** 0 until it is paid. */
  transId: number
  refunds: MomoRefund[]
}

/** The orders that MoMo knows; webhook, question and refund read the same. */
export function createMomoState(now: () => number) {
  const orders = new Map<string, MomoOrder>()
  let lastTransId = 4_088_000_000

  const find = (orderId: string): MomoOrder | null => {
    const order = orders.get(orderId) ?? null
    if (order?.resultCode === 1000 && now() - order.madeAt > EXPIRES_MS) order.resultCode = 1005
    return order
  }

  return {
    find,
    all: () => [...orders.values()],
    /** @throws MomoError for an order that is not there */
    order(orderId: string): MomoOrder {
      const order = find(orderId)
      if (!order) throw new MomoError(42, `no order ${orderId}`)
      return order
    },
    add(request: MomoBody): void {
      const orderId = String(request['orderId'])
      if (orders.has(orderId)) throw new MomoError(41, `a second order ${orderId}`)
      orders.set(orderId, { request, madeAt: now(), resultCode: 1000, transId: 0, refunds: [] })
    },
    /** The payer's action; an ended order stays as it is. */
    close(order: MomoOrder, resultCode: number): void {
      if (![1000, 7002, 9000].includes(order.resultCode)) return
      order.resultCode = resultCode
      if (resultCode === 0 || resultCode === 9000) order.transId ||= ++lastTransId
    },
    /** @throws MomoError 1081 above the paid amount, 41 for a duplicate name */
    refund(request: MomoBody, resultCode: number): MomoRefund {
      const { orderId, amount, transId } = request as { orderId: string; amount: number; transId: number }
      const order = [...orders.values()].find((known) => known.transId === transId && transId !== 0)
      if (!order) throw new MomoError(42, `refund of an unknown transaction ${transId}`)
      const names = [...orders.values()].flatMap(({ refunds }) => refunds.map((refund) => refund.orderId))
      if (orders.has(orderId) || names.includes(orderId)) throw new MomoError(41, `a second order ${orderId}`)
      const gone = order.refunds.filter((refund) => refund.resultCode !== 1080)
      const refunded = gone.reduce((sum, refund) => sum + refund.amount, 0)
      if (refunded + amount > Number(order.request['amount']))
        throw new MomoError(1081, 'above what was paid')
      const refund = { orderId, amount, resultCode, transId: ++lastTransId, createdTime: now() }
      order.refunds.push(refund)
      return refund
    },
  }
}

export type MomoState = ReturnType<typeof createMomoState>
