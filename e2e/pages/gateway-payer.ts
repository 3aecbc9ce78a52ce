import { expect, type Page } from '@playwright/test'
import type { AllSimulators, FaultPlan, PlanChange } from '@scanleaf/simulators'
import { textsOf } from '../harness/texts'
import type { Shop } from './shop'

const t = textsOf('en')

/** A gateway as its journey needs it; `ref` is the reference of our payment. */
export interface SimulatedGateway {
  type: 'momo' | 'vnpay' | 'stripe' | 'paypal'
  plan(change: PlanChange): void
  /** The payment comes to nothing, and for which reason. */
  expire(ref: string, payUrl: string): Promise<unknown>
  reason: 'expired' | 'declined'
  /** The money comes all the same. */
  payLate(ref: string): Promise<unknown>
}

/** One of each kind. */
export function simulatedGateways({ momo, vnpay, stripe, paypal }: AllSimulators) {
  const sessionOf = (ref: string) => {
    const session = stripe.sessions().find((each) => each.metadata['ref'] === ref)
    if (!session) throw new Error(`No session of ${ref}`)
    return session.id
  }
  const orderOf = (ref: string) => {
    const order = paypal.orders().find((each) => each.purchase_units[0].invoice_id === ref)
    if (!order) throw new Error(`No order of ${ref}`)
    return order.id
  }
  return {
    momo: {
      type: 'momo',
      plan: momo.plan,
      reason: 'expired',
      expire: expiring(momo.plan, momo.visit),
      payLate: (ref) => momo.notify(ref, { resultCode: 0, message: 'Successful.', transId: 4_088_999_999 }),
    },
    vnpay: {
      type: 'vnpay',
      plan: vnpay.plan,
      reason: 'expired',
      expire: expiring(vnpay.plan, (_ref, payUrl) => vnpay.visit(payUrl)),
      payLate: (ref) =>
        vnpay.notify(ref, {
          vnp_ResponseCode: '00',
          vnp_TransactionStatus: '00',
          vnp_TransactionNo: '14999999',
        }),
    },
    stripe: {
      type: 'stripe',
      plan: stripe.plan,
      reason: 'expired',
      expire: expiring(stripe.plan, (ref) => stripe.visit(sessionOf(ref))),
      payLate: (ref) => stripe.settle(sessionOf(ref), true),
    },
    paypal: {
      type: 'paypal',
      plan: paypal.plan,
      expire: async (ref) => {
        paypal.plan({ outcome: 'pending' })
        await paypal.visit(orderOf(ref))
        await paypal.settle(orderOf(ref), false)
        paypal.plan({ outcome: 'success' })
      },
      reason: 'declined',
      payLate: (ref) => paypal.settle(orderOf(ref), true),
    },
  } satisfies Record<string, SimulatedGateway>
}

type Visit = (ref: string, payUrl: string) => Promise<unknown>

/** The next payer lets the payment run out; those after it pay. */
const expiring =
  (plan: SimulatedGateway['plan'], visit: Visit): Visit =>
  async (ref, payUrl) => {
    plan({ outcome: 'expire' })
    await visit(ref, payUrl)
    plan({ outcome: 'success' })
  }

export const TWENTY_AT_ONCE: Partial<FaultPlan['webhook']> = { times: 20, atOnce: true }
export const ONCE: Partial<FaultPlan['webhook']> = { times: 1, atOnce: false }

/** Actions in the payment area of a person who pays through gateways. */
export class Payer {
  constructor(
    private readonly page: Page,
    private readonly shop: Shop,
    private readonly type: SimulatedGateway['type'] | 'bank-transfer',
  ) {}

  /** Orders a top-up. Returns its reference. */
  async order(amount: number): Promise<string> {
    const { page } = this
    const before = (await this.shop.transactions()).length
    await page.goto('/payment/dashboard?lng=en')
    await page.getByRole('button', { name: t('billing:topup'), exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(t('billing:topup.amount')).fill(String(amount))
    await dialog.getByRole('button', { name: t('billing:go-on') }).click()
    await dialog.getByRole('radio', { name: new RegExp(`^${t(`billing:method.${this.type}`)}`) }).check()
    await dialog.getByRole('button', { name: t('billing:pay'), exact: true }).click()
    await expect.poll(async () => (await this.shop.transactions()).length).toBe(before + 1)
    return (await this.shop.transactions())[0]?.id ?? ''
  }

  /** Orders a top-up and goes to the gateway's page, where it is paid. Returns its reference. */
  async topUp(amount: number): Promise<string> {
    const { page } = this
    const ref = await this.order(amount)
    if (this.type === 'momo') await page.getByRole('link', { name: t('billing:momo.open-page') }).click()
    await expect(page.getByRole('button', { name: 'Fail' })).toBeVisible()
    return ref
  }

  /** Presses a button of the gateway's page, and is sent back. */
  async press(name: 'Pay' | 'Fail' | 'Cancel'): Promise<void> {
    await this.page.getByRole('button', { name, exact: true }).click()
    await expect(this.page).toHaveURL(/\/payment\/return\//)
  }

  /** Opens the URL that the gateway would redirect back to. */
  async openReturn(ref: string): Promise<void> {
    await this.page.goto(`/payment/return/${this.type}?transactionId=${ref}&resultCode=0&vnp_ResponseCode=00`)
  }

  async sees(status: 'pending' | 'success' | 'failure' | 'cancelled', reason?: string): Promise<void> {
    const { page } = this
    await expect(page.getByRole('heading', { name: t(`billing:return.${status}`) })).toBeVisible()
    if (reason) await expect(page.getByText(t(`billing-history:reason.${reason}`))).toBeVisible()
  }

  async hasInWallet(amount: string): Promise<void> {
    await this.page.goto('/payment/dashboard?lng=en')
    await expect(this.page.getByText(amount).first()).toBeVisible()
  }
}
