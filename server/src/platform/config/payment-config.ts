import * as z from 'zod'
import { httpUrl } from './variable-types'

/** Keys, and the identifiers that a provider issues with them. */
const secret = (description: string) =>
  z.string().min(1).max(500).optional().meta({ unset: 'none', isSecret: true, description })
const providerUrl = (description: string) =>
  httpUrl.optional().meta({ unset: 'of the provider, by mode', description })

/** Settings of the payment gateways and bank feeds; one without its keys is disabled (payments §0). */
export const PaymentSettings = z.object({
  PAYMENT_MODE: z.enum(['live', 'sandbox']).optional().meta({
    unset: '`live` on https, else `sandbox`',
    description: '`live` or `sandbox`; `live` refuses sandbox keys and URLs',
  }),
  MOMO_PARTNER_CODE: secret('MoMo partner code; needs the two keys'),
  MOMO_ACCESS_KEY: secret('MoMo access key'),
  MOMO_SECRET_KEY: secret('MoMo secret key'),
  MOMO_URL: providerUrl('URL of the MoMo API, for example of the simulator'),
  VNPAY_TMN_CODE: secret('VNPay terminal code; needs the hash secret'),
  VNPAY_HASH_SECRET: secret('VNPay hash secret'),
  VNPAY_PAY_URL: providerUrl('URL of the VNPay payment page'),
  VNPAY_API_URL: providerUrl('URL of the VNPay API'),
  STRIPE_SECRET_KEY: secret('Stripe secret key; needs the webhook secret'),
  STRIPE_WEBHOOK_SECRET: secret('signing secret of the Stripe webhook'),
  STRIPE_URL: httpUrl.default('https://api.stripe.com').meta({ description: 'URL of the Stripe API' }),
  PAYPAL_CLIENT_ID: secret(
    'PayPal client ID, for payments in US dollars; needs the secret and the webhook ID',
  ),
  PAYPAL_CLIENT_SECRET: secret('PayPal client secret'),
  PAYPAL_WEBHOOK_ID: secret('PayPal webhook ID'),
  PAYPAL_URL: providerUrl('URL of the PayPal API'),
  CREDIT_CARD: z
    .enum(['off', 'stripe', 'vnpay'])
    .default('off')
    .meta({ description: 'gateway of the payment type “card”: `stripe`, `vnpay` or `off`' }),
  SEPAY_SECRET: secret('HMAC secret of the SePay webhook'),
  SEPAY_API_KEY: secret('API key of the SePay webhook, where it is not signed'),
  CASSO_CHECKSUM_KEY: secret('checksum key of the Casso webhook, version 2'),
  CASSO_SECURE_TOKEN: secret('secure token of the Casso webhook, version 1'),
  PAYOS_CHECKSUM_KEY: secret('checksum key of the payOS webhook'),
})

export interface PaymentConfig {
  mode: 'live' | 'sandbox'
  momo: { partnerCode: string; accessKey: string; secretKey: string; url: string } | null
  vnpay: { tmnCode: string; hashSecret: string; payUrl: string; apiUrl: string } | null
  stripe: { secretKey: string; webhookSecret: string; url: string } | null
  paypal: { clientId: string; clientSecret: string; webhookId: string; url: string } | null
  creditCard: 'off' | 'stripe' | 'vnpay'
  /** Bank feeds, which report incoming transfers by webhook. */
  sepay: { secret: string | null; apiKey: string | null } | null
  casso: { checksumKey: string | null; secureToken: string | null } | null
  payos: { checksumKey: string } | null
}

/** Hosts of the gateways by mode (payments §2, §3, §5). */
const HOSTS = {
  live: {
    momo: 'https://payment.momo.vn',
    vnpayPay: 'https://pay.vnpay.vn/vpcpay.html',
    vnpayApi: 'https://merchant.vnpay.vn/merchant_webapi/api/transaction',
    paypal: 'https://api-m.paypal.com',
  },
  sandbox: {
    momo: 'https://test-payment.momo.vn',
    vnpayPay: 'https://sandbox.vnpayment.vn/paymentv2/vpcpay.html',
    vnpayApi: 'https://sandbox.vnpayment.vn/merchant_webapi/api/transaction',
    paypal: 'https://api-m.sandbox.paypal.com',
  },
}
/** Sandbox keys that the providers publish. */
const SANDBOX_KEYS = [
  'MOMO',
  'F8BBA842ECF85',
  'K951B6PE1waDMi640xX08PD3vg6EkVlz',
  'MOMOBKUN20180529',
  'klm05TvNBzhg7h7j',
  'at67qH6mk8w5Y1nAyMoYKMWACiEi2bsa',
]
const SANDBOX_HOST = /\b(test-payment\.momo\.vn|sandbox\.)/

/** @throws Error whose message names the setting and the fix */
export function paymentConfigOf(settings: z.output<typeof PaymentSettings>, appUrl: string): PaymentConfig {
  const mode = settings.PAYMENT_MODE ?? (appUrl.startsWith('https:') ? 'live' : 'sandbox')
  const hosts = HOSTS[mode]
  const momo = whole(settings, 'MOMO_PARTNER_CODE', 'MOMO_ACCESS_KEY', 'MOMO_SECRET_KEY')
  const vnpay = whole(settings, 'VNPAY_TMN_CODE', 'VNPAY_HASH_SECRET')
  const stripe = whole(settings, 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET')
  const paypal = whole(settings, 'PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID')
  if (mode === 'live') refuseSandbox(settings)
  const creditCard = settings.CREDIT_CARD
  if ((creditCard === 'stripe' && !stripe) || (creditCard === 'vnpay' && !vnpay))
    throw new Error(
      `CREDIT_CARD=${creditCard} needs the keys of ${creditCard}: set them, or CREDIT_CARD=off.`,
    )
  const { SEPAY_SECRET, SEPAY_API_KEY, CASSO_CHECKSUM_KEY, CASSO_SECURE_TOKEN } = settings
  return {
    mode,
    momo: momo && {
      partnerCode: momo.MOMO_PARTNER_CODE,
      accessKey: momo.MOMO_ACCESS_KEY,
      secretKey: momo.MOMO_SECRET_KEY,
      url: settings.MOMO_URL ?? hosts.momo,
    },
    vnpay: vnpay && {
      tmnCode: vnpay.VNPAY_TMN_CODE,
      hashSecret: vnpay.VNPAY_HASH_SECRET,
      payUrl: settings.VNPAY_PAY_URL ?? hosts.vnpayPay,
      apiUrl: settings.VNPAY_API_URL ?? hosts.vnpayApi,
    },
    stripe: stripe && {
      secretKey: stripe.STRIPE_SECRET_KEY,
      webhookSecret: stripe.STRIPE_WEBHOOK_SECRET,
      url: settings.STRIPE_URL,
    },
    paypal: paypal && {
      clientId: paypal.PAYPAL_CLIENT_ID,
      clientSecret: paypal.PAYPAL_CLIENT_SECRET,
      webhookId: paypal.PAYPAL_WEBHOOK_ID,
      url: settings.PAYPAL_URL ?? hosts.paypal,
    },
    creditCard,
    sepay:
      SEPAY_SECRET || SEPAY_API_KEY ? { secret: SEPAY_SECRET ?? null, apiKey: SEPAY_API_KEY ?? null } : null,
    casso:
      CASSO_CHECKSUM_KEY || CASSO_SECURE_TOKEN
        ? { checksumKey: CASSO_CHECKSUM_KEY ?? null, secureToken: CASSO_SECURE_TOKEN ?? null }
        : null,
    payos: settings.PAYOS_CHECKSUM_KEY ? { checksumKey: settings.PAYOS_CHECKSUM_KEY } : null,
  }
}

type Settings = z.output<typeof PaymentSettings>

/** All of the named settings, or null when none is set. */
function whole<K extends keyof Settings>(settings: Settings, ...names: K[]): Record<K, string> | null {
  const missing = names.filter((name) => !settings[name])
  if (missing.length === names.length) return null
  if (missing.length > 0)
    throw new Error(`${missing.join(' and ')} is missing: set all of ${names.join(', ')}, or none.`)
  return settings as Record<K, string>
}

function refuseSandbox(settings: Settings): void {
  for (const [name, value] of Object.entries(settings)) {
    if (typeof value !== 'string') continue
    if (SANDBOX_KEYS.includes(value) || value.startsWith('sk_test_') || SANDBOX_HOST.test(value))
      throw new Error(
        `${name} belongs to a sandbox, where no real money moves: set the live value, or PAYMENT_MODE=sandbox.`,
      )
  }
}
