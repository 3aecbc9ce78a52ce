import * as z from 'zod'
import type { RefundOrder, RefundState } from '../../billing'
import { ProviderCode, ProviderId } from '../provider-client'
import { centsOf, dollarsOf, worthOf } from './amount'
import { type CallPayPal, issueOf, read } from './client'
import { Money } from './orders'

const Refund = z.object({
  id: ProviderId,
  status: ProviderCode,
  amount: Money,
  /** Our name of it; nothing when it was not made by us. */
  custom_id: ProviderCode.default(''),
})

/** The same reference brings the same refund again, as it is by then. */
export async function refund(call: CallPayPal, { payment, ref, amount }: RefundOrder): Promise<RefundState> {
  const { gatewayTxnId, chargeCurrency, chargeMinor, fxRate } = payment
  if (!gatewayTxnId || chargeMinor === null || fxRate === null) return { state: 'failed', code: 'not-paid' }
  // A part is rounded down, so that parts never make more than the whole.
  const cents = amount === payment.amount ? chargeMinor : (amount * 100n) / BigInt(fxRate)
  const answer = await call({
    path: `/v2/payments/captures/${encodeURIComponent(gatewayTxnId)}/refund`,
    body: JSON.stringify({
      amount: { currency_code: chargeCurrency, value: dollarsOf(cents) },
      custom_id: ref,
    }),
    requestId: `refund-${ref}`,
  })
  if (answer.status >= 400) return { state: 'failed', code: issueOf(answer) }
  return stateOf(read(Refund, answer), fxRate)
}

/** The state of a refund, and our reference; the reference is empty when it is not ours. */
export async function readRefund(
  call: CallPayPal,
  id: string,
  rate: number | null,
): Promise<{ ref: string; state: RefundState }> {
  const answer = await call({ method: 'GET', path: `/v2/payments/refunds/${encodeURIComponent(id)}` })
  const found = read(Refund, answer)
  return { ref: found.custom_id, state: stateOf(found, rate) }
}

function stateOf({ id, status, amount }: z.infer<typeof Refund>, rate: number | null): RefundState {
  if (status === 'COMPLETED') return { state: 'done', txnId: id, worth: worthOf(centsOf(amount.value), rate) }
  return status === 'PENDING' ? { state: 'pending' } : { state: 'failed', code: status.toLowerCase() }
}
