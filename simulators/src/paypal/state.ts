import { randomBytes } from 'node:crypto'
import type { FaultPlan } from '../simulator'
import { PayPalError } from './validate-requests'

interface Amount {
  currency_code: string
  value: string
}

export interface PayPalOrder {
  id: string
  intent: 'CAPTURE'
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED'
  purchase_units: [
    {
      reference_id: string
      custom_id: string
      invoice_id: string
      amount: Amount
      payments?: { captures: [PayPalCapture] }
    },
  ]
  links: { rel: string; href: string; method: string }[]
}

export interface PayPalCapture {
  id: string
  status: 'COMPLETED' | 'PENDING' | 'DECLINED' | 'REFUNDED' | 'PARTIALLY_REFUNDED'
  amount: Amount
  custom_id: string
  invoice_id: string
  final_capture: true
  supplementary_data: { related_ids: { order_id: string } }
}

export interface PayPalRefund {
  id: string
  status: 'COMPLETED' | 'PENDING' | 'FAILED'
  amount: Amount
  custom_id?: string
  links: { rel: string; href: string; method: string }[]
}

export const newPayPalId = (): string => randomBytes(9).toString('hex').toUpperCase().slice(0, 17)
export const centsOf = (value: string): number => Math.round(Number(value) * 100)

/** Everything that the account of the merchant holds. */
export function createPayPalState(url: () => string) {
  const orders = new Map<string, PayPalOrder>()
  const returns = new Map<string, { toReturn: string; toCancel: string; locale: string }>()
  const captures = new Map<string, PayPalCapture>()
  const refunds = new Map<string, PayPalRefund>()

  const found = <T>(map: Map<string, T>, id: string): T => {
    const object = map.get(id)
    if (!object) throw new PayPalError(404, 'INVALID_RESOURCE_ID', `no ${id}`)
    return object
  }
  const link = (rel: string, path: string, method = 'GET') => ({ rel, href: `${url()}${path}`, method })

  function openOrder(fields: Record<string, string>): PayPalOrder {
    const field = (name: string) => fields[name] ?? ''
    const page = (name: string) => field(`payment_source.paypal.experience_context.${name}`)
    const unit = (name: string) => field(`purchase_units[0].${name}`)
    const id = newPayPalId()
    const order: PayPalOrder = {
      id,
      intent: 'CAPTURE',
      status: 'PAYER_ACTION_REQUIRED',
      purchase_units: [
        {
          reference_id: unit('reference_id'),
          custom_id: unit('custom_id'),
          invoice_id: unit('invoice_id'),
          amount: { currency_code: unit('amount.currency_code'), value: unit('amount.value') },
        },
      ],
      links: [link('self', `/v2/checkout/orders/${id}`), link('payer-action', `/checkoutnow/${id}`)],
    }
    orders.set(id, order)
    returns.set(id, { toReturn: page('return_url'), toCancel: page('cancel_url'), locale: page('locale') })
    return order
  }

  /** Turns the payer's consent into money. */
  function capture(id: string, { outcome, webhook: { fault } }: FaultPlan): PayPalOrder {
    const order = found(orders, id)
    const [unit] = order.purchase_units
    if (order.status === 'COMPLETED') throw new PayPalError(422, 'ORDER_ALREADY_CAPTURED')
    if (order.status !== 'APPROVED') throw new PayPalError(422, 'ORDER_NOT_APPROVED')
    if (outcome === 'failure') throw new PayPalError(422, 'INSTRUMENT_DECLINED')
    const { custom_id, invoice_id } = unit
    if ([...captures.values()].some((other) => other.invoice_id === invoice_id))
      throw new PayPalError(422, 'DUPLICATE_INVOICE_ID')
    const amount = { ...unit.amount }
    if (fault === 'wrong-amount') amount.value = (Number(amount.value) + 1).toFixed(2)
    if (fault === 'wrong-currency') amount.currency_code = 'EUR'
    const row: PayPalCapture = {
      id: newPayPalId(),
      status: outcome === 'pending' ? 'PENDING' : 'COMPLETED',
      amount,
      custom_id,
      invoice_id,
      final_capture: true,
      supplementary_data: { related_ids: { order_id: id } },
    }
    captures.set(row.id, row)
    order.status = 'COMPLETED'
    unit.payments = { captures: [row] }
    return order
  }

  function refund(captureId: string, amount: Amount, status: PayPalRefund['status'], custom_id?: string) {
    const capture = found(captures, captureId)
    const gone = refundsOf(captureId).reduce((sum, other) => sum + centsOf(other.amount.value), 0)
    const left = centsOf(capture.amount.value) - gone
    if (capture.status !== 'COMPLETED' && capture.status !== 'PARTIALLY_REFUNDED')
      throw new PayPalError(422, 'CAPTURE_FULLY_REFUNDED')
    if (amount.currency_code !== capture.amount.currency_code)
      throw new PayPalError(422, 'REFUND_CAPTURE_CURRENCY_MISMATCH')
    if (centsOf(amount.value) < 1 || centsOf(amount.value) > left)
      throw new PayPalError(422, 'REFUND_AMOUNT_EXCEEDED')
    capture.status = centsOf(amount.value) === left ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
    const row: PayPalRefund = {
      id: newPayPalId(),
      status,
      amount,
      ...(custom_id === undefined ? {} : { custom_id }),
      links: [link('up', `/v2/payments/captures/${captureId}`)],
    }
    refunds.set(row.id, row)
    return row
  }

  const refundsOf = (captureId: string) =>
    [...refunds.values()].filter(
      ({ links, status }) => status !== 'FAILED' && links[0]?.href.endsWith(`/${captureId}`),
    )

  return {
    openOrder,
    capture,
    refund,
    refundsOf,
    link,
    order: (id: string) => found(orders, id),
    returnsOf: (id: string) => found(returns, id),
    captureById: (id: string) => found(captures, id),
    refundById: (id: string) => found(refunds, id),
    /** As if another merchant had it, or as PayPal forgets an order that nobody has approved. */
    loseOrder: (id: string) => orders.delete(id),
    orders: () => [...orders.values()],
  }
}

export type PayPalState = ReturnType<typeof createPayPalState>
