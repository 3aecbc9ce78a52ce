import { sepaySimulator } from './bank-feeds/sepay'
import { momoSimulator } from './momo/momo'
import { paypalSimulator } from './paypal/paypal'
import { stripeSimulator } from './stripe/stripe'
import { vnpaySimulator } from './vnpay/vnpay'

/** Keys that are only good for simulators; those of MoMo are its published sandbox keys (payments §2). */
const KEYS = {
  momo: {
    partnerCode: 'MOMO',
    accessKey: 'F8BBA842ECF85',
    secretKey: 'K951B6PE1waDMi640xX08PD3vg6EkVlz',
  },
  vnpay: { tmnCode: 'SIMULATE', hashSecret: 'vnpay-simulator' },
  stripe: { secretKey: 'sk_test_simulator', webhookSecret: 'whsec_simulator' },
  paypal: { clientId: 'paypal-simulator', clientSecret: 'its-secret', webhookId: 'WH-SIMULATOR' },
  sepay: { secret: 'sepay-simulator' },
}
const STRIPE_VERSION = '2026-10-28.endive'
const ACCOUNT_NUMBER = '123456789'

interface AllOptions {
  /** Address of the server that takes the payments; notices go there. */
  appUrl: string
  /** The simulators listen on this port and those after it; without it on free ones. */
  firstPort?: number
}

export type AllSimulators = Awaited<ReturnType<typeof startSimulators>>

/** Every gateway and a bank feed, and the settings of a server that takes payments through them. */
export async function startSimulators({ appUrl, firstPort }: AllOptions) {
  const portOf = (place: number) => ({ port: firstPort === undefined ? 0 : firstPort + place })
  const webhookUrl = (provider: string) => `${appUrl}/webhooks/${provider}`
  const [momo, vnpay, stripe, paypal, sepay] = await Promise.all([
    momoSimulator({ ...KEYS.momo, ...portOf(0) }),
    vnpaySimulator({ ...KEYS.vnpay, webhookUrl: webhookUrl('vnpay'), ...portOf(1) }),
    stripeSimulator({
      ...KEYS.stripe,
      apiVersion: STRIPE_VERSION,
      webhookUrl: webhookUrl('stripe'),
      ...portOf(2),
    }),
    paypalSimulator({ ...KEYS.paypal, webhookUrl: webhookUrl('paypal'), ...portOf(3) }),
    sepaySimulator({
      ...KEYS.sepay,
      accountNumber: ACCOUNT_NUMBER,
      webhookUrl: webhookUrl('sepay'),
      ...portOf(4),
    }),
  ])
  const simulators = { momo, vnpay, stripe, paypal, sepay }
  return {
    ...simulators,
    /** Environment variables, by name. */
    settings: {
      PAYMENT_MODE: 'sandbox',
      MOMO_PARTNER_CODE: KEYS.momo.partnerCode,
      MOMO_ACCESS_KEY: KEYS.momo.accessKey,
      MOMO_SECRET_KEY: KEYS.momo.secretKey,
      MOMO_URL: momo.url,
      VNPAY_TMN_CODE: KEYS.vnpay.tmnCode,
      VNPAY_HASH_SECRET: KEYS.vnpay.hashSecret,
      VNPAY_PAY_URL: vnpay.payUrl,
      VNPAY_API_URL: vnpay.apiUrl,
      STRIPE_SECRET_KEY: KEYS.stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: KEYS.stripe.webhookSecret,
      STRIPE_URL: stripe.url,
      PAYPAL_CLIENT_ID: KEYS.paypal.clientId,
      PAYPAL_CLIENT_SECRET: KEYS.paypal.clientSecret,
      PAYPAL_WEBHOOK_ID: KEYS.paypal.webhookId,
      PAYPAL_URL: paypal.url,
      BANK_BIN: '970416',
      BANK_ACCOUNT_NUMBER: ACCOUNT_NUMBER,
      BANK_ACCOUNT_NAME: 'CONG TY SCANLEAF',
      SEPAY_SECRET: KEYS.sepay.secret,
    },
    refusals: () => Object.values(simulators).flatMap(({ refusals }) => refusals),
    close: async () => {
      await Promise.all(Object.values(simulators).map((simulator) => simulator.close()))
    },
  }
}
