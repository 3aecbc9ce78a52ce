import { setTimeout as pause } from 'node:timers/promises'
import type { VnpaySimulator } from '@scanleaf/simulators'
import type { Caller } from './caller'
import type { Findings } from './findings'

const TOP_UP = 200_000
/** Up, up, down and to the beginning. */
const PLANS = ['basic', 'pro', 'business', 'basic', 'free'] as const

interface PayersDependencies {
  vnpay: VnpaySimulator
  everyMs: number
  isOver: () => boolean
  findings: Findings
}

/** Tops a wallet up and changes plans, one request after another; after each the wallet must have the right balance. */
export async function runPayer(
  caller: Caller,
  { vnpay, everyMs, isOver, findings }: PayersDependencies,
): Promise<void> {
  let expected = 0
  let next = 0
  const wrong = (what: string, reply: unknown) =>
    findings.add('wrong', `${what} answered ${JSON.stringify(reply)}`)

  async function topUp(): Promise<void> {
    const order = { amount: TOP_UP, paymentType: 'vnpay' }
    const reply = await caller.call<{ transactionId: string; payUrl: string }>(
      'POST',
      'billing/transactions',
      order,
    )
    if (reply.status !== 200) return wrong('a top-up', reply)
    const { transactionId, payUrl } = reply.body.result
    // All its webhooks may reach a process that is killed; VNPay retries until one is acknowledged.
    await vnpay.visit(payUrl).catch(() => {})
    for (;;) {
      const answer = await vnpay.notify(transactionId).catch(() => null)
      if (answer === '00' || answer === '02') break
      await pause(everyMs)
    }
    expected += TOP_UP
  }

  async function changePlan(plan: string): Promise<void> {
    const quote = await caller.call<{ due: number; credit: number; short: number }>(
      'POST',
      'billing/subscriptions/quote',
      { purpose: 'plan_change', plan },
    )
    if (quote.status !== 200) return wrong(`a quote for ${plan}`, quote)
    const { due, credit, short } = quote.body.result
    if (short > 0) return topUp()
    const order = { plan, paymentType: 'wallet' }
    const reply = await caller.call('POST', 'billing/subscriptions/change', order)
    if (reply.status !== 200) return wrong(`a change to ${plan}`, reply)
    expected += credit - due
    next++
  }

  async function compare(): Promise<void> {
    const { status, body } = await caller.call<{ currentBalance: number }>(
      'GET',
      'billing/billing-accounts/info',
    )
    if (status !== 200) return wrong('a balance', { status, body })
    const found = body.result.currentBalance
    if (found === expected) return
    findings.add(found < expected ? 'lost' : 'doubled', `a wallet holds ${found}, not ${expected}`)
    expected = found
  }

  while (!isOver()) {
    const startedAt = performance.now()
    await changePlan(PLANS[next % PLANS.length] as string)
    await compare()
    await pause(Math.max(0, everyMs - (performance.now() - startedAt)))
  }
}
