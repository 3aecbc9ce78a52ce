import { createHmac, timingSafeEqual } from 'node:crypto'

/** The signed fields, in this order and after the access key (payments §2). */
const SIGNED = {
  create: [
    'amount',
    'extraData',
    'ipnUrl',
    'orderId',
    'orderInfo',
    'partnerCode',
    'redirectUrl',
    'requestId',
    'requestType',
  ],
  webhook: [
    'amount',
    'extraData',
    'message',
    'orderId',
    'orderInfo',
    'orderType',
    'partnerCode',
    'payType',
    'requestId',
    'responseTime',
    'resultCode',
    'transId',
  ],
  query: ['orderId', 'partnerCode', 'requestId'],
  refund: ['amount', 'description', 'orderId', 'partnerCode', 'requestId', 'transId'],
} as const

export type SignedMessage = keyof typeof SIGNED
export type SignedFields<M extends SignedMessage> = Record<(typeof SIGNED)[M][number], string | number>
export interface MomoKeys {
  accessKey: string
  secretKey: string
}

/** HMAC-SHA256 in lower-case hex over the values as they are, nothing of them encoded. */
export function momoSignature<M extends SignedMessage>(
  message: M,
  fields: SignedFields<M>,
  { accessKey, secretKey }: MomoKeys,
): string {
  const keys: readonly (typeof SIGNED)[M][number][] = SIGNED[message]
  const pairs = [`accessKey=${accessKey}`, ...keys.map((key) => `${key}=${fields[key]}`)]
  return createHmac('sha256', secretKey).update(pairs.join('&')).digest('hex')
}

export function isSignedWebhook(
  webhook: SignedFields<'webhook'> & { signature: string },
  keys: MomoKeys,
): boolean {
  const expected = Buffer.from(momoSignature('webhook', webhook, keys))
  const given = Buffer.from(webhook.signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
