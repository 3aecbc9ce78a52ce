import { momoSimulator, PLAIN } from '@scanleaf/simulators'
import { afterAll, afterEach, beforeEach, expect } from 'vitest'
import { openPublicAddress } from '../../../testing/front-door'
import { moneyApp } from '../../../testing/money'
import { listWebhooks } from '../testing'
import { openMomo } from './gateway'

/** The published sandbox keys (payments §2). */
export const KEYS = {
  partnerCode: 'MOMO',
  accessKey: 'F8BBA842ECF85',
  secretKey: 'K951B6PE1waDMi640xX08PD3vg6EkVlz',
}

/**
 * The application and MoMo, each at the other's address. After each test MoMo has refused nothing unexpected.
 * @param timeoutMs for an application that waits less long for MoMo than half a minute; it takes no webhooks
 */
export async function momoApp({ timeoutMs }: { timeoutMs?: number } = {}) {
  const door = await openPublicAddress()
  const momo = await momoSimulator({ ...KEYS, now: () => money.clock.now().getTime() })
  const settings = {
    MOMO_PARTNER_CODE: KEYS.partnerCode,
    MOMO_ACCESS_KEY: KEYS.accessKey,
    MOMO_SECRET_KEY: KEYS.secretKey,
    MOMO_URL: momo.url,
  }
  const money =
    timeoutMs === undefined
      ? moneyApp(settings, door)
      : moneyApp({}, door, [openMomo({ ...KEYS, url: momo.url }, { appUrl: door.url, timeoutMs })])
  beforeEach(() => {
    momo.plan(PLAIN)
    momo.answerWith({})
    momo.refundsBegin(0)
    momo.deliveries.length = 0
  })
  afterEach(() => expect(momo.refusals.splice(0)).toEqual([]))
  afterAll(() => momo.close())

  const { people, ok, call, service } = money
  const body = (amount: number) => ({ amount, paymentType: 'momo' })
  const pay = (amount: number, more: object = {}) =>
    ok(people.an, 'POST', 'billing/transactions', { ...body(amount), ...more })
  const tryToPay = (amount: number, key: string) =>
    call(people.an, 'POST', 'billing/transactions', body(amount), key)
  const refresh = (ref: string) => ok(people.an, 'POST', `billing/transactions/${ref}/refresh`)
  const orderOf = (ref: string) => momo.orders().find(({ request }) => request['orderId'] === ref)

  /** Outcomes of the webhooks about a payment, in the order in which they came. */
  const outcomesOf = async (ref: string) =>
    (await listWebhooks(service.database().db, ref)).map(({ outcome }) => outcome)

  /** Sends the bytes of a webhook. */
  const postWebhook = (webhook: string | object, headers: Record<string, string> = {}) =>
    fetch(`${door.url}/webhooks/momo`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof webhook === 'string' ? webhook : JSON.stringify(webhook),
    })

  return { ...money, momo, pay, tryToPay, refresh, orderOf, outcomesOf, postNotice: postWebhook }
}
