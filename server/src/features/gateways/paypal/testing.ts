import { PLAIN, paypalSimulator } from '@scanleaf/simulators'
import { afterAll, afterEach, beforeEach, expect } from 'vitest'
import { openPublicAddress } from '../../../testing/front-door'
import { moneyApp } from '../../../testing/money'
import { listWebhooks } from '../testing'

const KEYS = { clientId: 'a-client', clientSecret: 'its-secret', webhookId: 'WH-1' }

/** The application and PayPal, each at the other's address. After each test PayPal has refused nothing unexpected. */
export async function paypalApp() {
  const door = await openPublicAddress()
  const paypal = await paypalSimulator({ ...KEYS, webhookUrl: `${door.url}/webhooks/paypal` })
  const settings = {
    PAYPAL_CLIENT_ID: KEYS.clientId,
    PAYPAL_CLIENT_SECRET: KEYS.clientSecret,
    PAYPAL_WEBHOOK_ID: KEYS.webhookId,
    PAYPAL_URL: paypal.url,
  }
  const money = moneyApp(settings, door)
  beforeEach(() => {
    paypal.plan(PLAIN)
    paypal.refundsBegin('COMPLETED')
    paypal.deliveries.length = 0
  })
  afterEach(() => expect(paypal.refusals.splice(0)).toEqual([]))
  afterAll(() => paypal.close())

  const pay = (amount: number, more: object = {}) =>
    money.ok(money.people.an, 'POST', 'billing/transactions', { amount, paymentType: 'paypal', ...more })

  /** The order behind the page on which a payment is paid. */
  function orderOf({ payUrl }: { payUrl: string }) {
    const order = paypal.orders().find(({ links }) => links.some(({ href }) => href === payUrl))
    if (!order) throw new Error(`no order behind ${payUrl}`)
    return order
  }

  /** Outcomes of the webhooks about a payment, in the order in which they came. */
  const outcomesOf = async (ref: string) =>
    (await listWebhooks(money.service.database().db, ref)).map(({ outcome }) => outcome)

  return { ...money, paypal, pay, orderOf, outcomesOf }
}
