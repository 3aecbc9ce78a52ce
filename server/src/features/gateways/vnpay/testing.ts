import { PLAIN, vnpaySimulator } from '@scanleaf/simulators'
import { afterAll, afterEach, beforeEach, expect } from 'vitest'
import { openPublicAddress } from '../../../testing/front-door'
import { moneyApp } from '../../../testing/money'
import { listWebhooks } from '../testing'

export const SHOP = { tmnCode: 'TESTTMN1', hashSecret: 'TESTSECRET' }

/** The application and VNPay, each at the other's address. After each test VNPay has refused nothing unexpected. */
export async function vnpayApp() {
  const door = await openPublicAddress()
  const webhookUrl = `${door.url}/webhooks/vnpay`
  const vnpay = await vnpaySimulator({ ...SHOP, webhookUrl, now: () => money.clock.now().getTime() })
  const settings = {
    VNPAY_TMN_CODE: SHOP.tmnCode,
    VNPAY_HASH_SECRET: SHOP.hashSecret,
    VNPAY_PAY_URL: vnpay.payUrl,
    VNPAY_API_URL: vnpay.apiUrl,
    CREDIT_CARD: 'vnpay',
    TRUSTED_PROXIES: '127.0.0.1',
  }
  const money = moneyApp(settings, door)
  beforeEach(() => {
    vnpay.plan(PLAIN)
    vnpay.answerWith({})
    vnpay.refundsBegin('00')
    vnpay.deliveries.length = 0
  })
  afterEach(() => expect(vnpay.refusals.splice(0)).toEqual([]))
  afterAll(() => vnpay.close())

  const { people, ok, service } = money
  const pay = (amount: number, more: object = {}): Promise<{ transactionId: string; payUrl: string }> =>
    ok(people.an, 'POST', 'billing/transactions', { amount, paymentType: 'vnpay', ...more })
  /** A payment whose page the payer has open. */
  async function opened(amount: number) {
    const order = await pay(amount)
    await fetch(order.payUrl)
    return order
  }
  const refresh = (ref: string) => ok(people.an, 'POST', `billing/transactions/${ref}/refresh`)

  /** Outcomes of the webhooks about a payment, in the order in which they came. */
  const outcomesOf = async (ref: string) =>
    (await listWebhooks(service.database().db, ref)).map(({ outcome }) => outcome)

  /** Sends a webhook as it is. @returns the RspCode that is answered */
  async function sendWebhook(query: string): Promise<string> {
    const reply = await fetch(`${webhookUrl}?${query}`)
    expect(reply.status).toBe(200)
    return ((await reply.json()) as { RspCode: string }).RspCode
  }

  return { ...money, vnpay, pay, opened, refresh, outcomesOf, getNotice: sendWebhook }
}
