import { email, FAR, idOf, NOW, rowInto, type Size, userId } from './row'

/** What a person has two of. */
export function moneyOf(p: number, n: number, { users }: Size): string[] {
  const own = { user_id: userId(p) }
  const id = idOf('7', p * 10 + n)
  const paymentId = idOf('4', p + (n - 1) * users)
  const invoice = { ...own, amount: 99000, lines: [], buyer: { email: email(p) }, issued_at: NOW }
  const refund = {
    ref: `REFUND${p}${n}`,
    payment_id: paymentId,
    amount: 10_000,
    reason: `Lý do ${n}`,
    created_at: NOW,
  }
  return [
    rowInto('token_reservations', { ...own, id, tokens: n, expires_at: FAR }),
    rowInto('invoices', {
      ...invoice,
      id,
      number: `QC-${2024 + n}-00000${p}`,
      kind: 'renewal',
      status: 'paid',
      period_start: `202${4 + n}-01-01Z`,
      paid_at: NOW,
      payment_id: paymentId,
      vat_percent: 8,
      vat_amount: 7333,
      purchase: { plan: 'pro', price: '99000', payTerm: 'month' },
    }),
    rowInto('invoices', {
      ...invoice,
      id: idOf('8', p * 10 + n),
      number: `QC-2026-00001${p}${n}`,
      kind: 'chargeback',
      status: 'void',
    }),
    rowInto('chargebacks', {
      ...{ provider: 'stripe', dispute_id: `dispute-${p}-${n}`, payment_id: paymentId, amount: 99000, id },
      ...{ invoice_id: idOf('8', p * 10 + n), state: 'returned', created_at: NOW },
    }),
    rowInto('billing_notices', {
      ...{ ...own, id, kind: 'payment-received', subject: `REF${n}`, values: { amount: n }, created_at: NOW },
      closed_at: n === 1 ? NOW : null,
    }),
    // One that failed, and one of which the gateway has not said yet what became of it.
    rowInto('refunds', {
      ...{ ...refund, id },
      ...(n === 1
        ? { status: 'failed', gateway_txn_id: `refund-${p}`, ended_at: NOW }
        : { status: 'pending', ask_at: FAR }),
    }),
    ...(n === 1 ? [] : moneyOnItsWay(p, paymentId)),
    rowInto('quotes', { ...own, id, quote: { plan: 'pro', n }, expires_at: FAR, created_at: NOW }),
    rowInto('billing_movements', {
      ...{ ...own, id, type: 'topup', payment_id: paymentId, amount: 99000, created_at: NOW },
      ...(n === 1 ? {} : { plan: 'pro', invoice_id: id }),
    }),
  ]
}

/** What has left the wallet for a refund and not arrived. */
function moneyOnItsWay(p: number, paymentId: string): string[] {
  const id = idOf('9', p)
  const entry = { transaction_id: id, amount: 10_000 }
  return [
    rowInto('ledger_transactions', {
      id,
      idempotency_key: `refund-${p}`,
      type: 'refund',
      payment_id: paymentId,
      invoice_id: idOf('7', p * 10 + 2),
      reverses_id: idOf('2', p),
      created_at: NOW,
    }),
    rowInto('ledger_entries', { ...entry, account: `wallet:${userId(p)}`, direction: 'debit' }),
    rowInto('ledger_entries', { ...entry, account: 'refund_pending', direction: 'credit' }),
    `update payments set refunded = 10000 where id = '${paymentId}'`,
    `update wallets set balance = balance - 10000 where user_id = '${userId(p)}'`,
  ]
}

/** What a person has one of. */
export function moneyOnceOf(p: number): string[] {
  const own = { user_id: userId(p) }
  return [
    rowInto('token_usage', { ...own, used: p, period_start: NOW }),
    rowInto('billing_profiles', {
      ...own,
      company: `Quán ${p}`,
      address: 'Huế',
      tax_code: '',
      updated_at: NOW,
    }),
    rowInto('subscriptions', {
      ...own,
      plan: 'pro',
      price: 199_000,
      start_at: NOW,
      end_at: FAR,
      paid: 199_000,
      created_at: NOW,
    }),
    // The gateway was asked to open it, and has not answered.
    rowInto('payments', {
      ...{
        ...own,
        id: idOf('8', p),
        ref: `OPEN${p}`,
        purpose: 'plan_change',
        amount: 50_000,
        gateway: 'paypal',
      },
      ...{
        change: { plan: 'pro', payYear: false },
        quote_id: idOf('7', p * 10 + 1),
        gateway_order_id: `order-${p}`,
      },
      ...{ charge_currency: 'USD', charge_minor: 200, fx_rate: 25_000, gateway_txn_id: `txn-${p}` },
      ...{ status: 'pending', opening_at: NOW, ask_at: FAR, expires_at: FAR, created_at: NOW },
    }),
  ]
}
