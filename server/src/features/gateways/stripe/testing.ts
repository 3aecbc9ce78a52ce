import { PLAIN, stripeSimulator } from '@scanleaf/simulators'
import { afterAll, afterEach, beforeEach, expect } from 'vitest'
import { openPublicAddress } from '../../../testing/front-door'
import { moneyApp } from '../../../testing/money'
import { listWebhooks } from '../testing'

export const SECRET = 'whsec_test'

/** The application and Stripe, each at the other's address. After each test Stripe has refused nothing unexpected. */
export async function stripeApp() {
  const door = await openPublicAddress()
  const stripe = await stripeSimulator({
    secretKey: 'sk_test_key',
    webhookSecret: SECRET,
    apiVersion: '2026-10-28.endive',
    webhookUrl: `${door.url}/webhooks/stripe`,
    now: () => money.clock.now().getTime(),
  })
  const settings = {
    STRIPE_SECRET_KEY: 'sk_test_key',
    STRIPE_WEBHOOK_SECRET: SECRET,
    STRIPE_URL: stripe.url,
    CREDIT_CARD: 'stripe',
  }
  const money = moneyApp(settings, door)
  beforeEach(() => {
    stripe.plan(PLAIN)
    stripe.refundsBegin('succeeded')
    stripe.deliveries.length = 0
  })
  afterEach(() => expect(stripe.refusals.splice(0)).toEqual([]))
  afterAll(() => stripe.close())

  const pay = (amount: number, more: object = {}) =>
    money.ok(money.people.an, 'POST', 'billing/transactions', { amount, paymentType: 'stripe', ...more })

  /** The session behind the page on which a payment is paid. */
  function sessionOf({ payUrl }: { payUrl: string }) {
    const session = stripe.sessions().find(({ url }) => url === payUrl)
    if (!session) throw new Error(`no session behind ${payUrl}`)
    return session
  }

  /** Outcomes of the webhooks about a payment, in the order in which they came. */
  const outcomesOf = async (ref: string) =>
    (await listWebhooks(money.service.database().db, ref)).map(({ outcome }) => outcome)

  return { ...money, stripe, pay, sessionOf, outcomesOf }
}
