import { createHmac } from 'node:crypto'

/** The signed fields of each message (payments §2), besides the access key. */
export const MOMO_SIGNED = {
  create: 'requestType requestId redirectUrl partnerCode orderInfo orderId ipnUrl extraData amount',
  createAnswer: 'resultCode responseTime requestId payUrl partnerCode orderId amount',
  webhook:
    'transId resultCode responseTime requestId payType partnerCode orderType orderInfo orderId message extraData amount',
  query: 'requestId partnerCode orderId',
  refund: 'transId requestId partnerCode orderId description amount',
}

/** HMAC-SHA256 over the fields in alphabetical order, as they are. */
export function signMomo(
  message: keyof typeof MOMO_SIGNED,
  fields: Record<string, unknown>,
  { accessKey, secretKey }: { accessKey: string; secretKey: string },
): string {
  const signed: Record<string, unknown> = { accessKey }
  for (const key of MOMO_SIGNED[message].split(' ')) signed[key] = fields[key]
  const text = Object.keys(signed)
    .sort()
    .map((key) => `${key}=${signed[key]}`)
    .join('&')
  return createHmac('sha256', Buffer.from(secretKey, 'utf8')).update(text, 'utf8').digest('hex')
}
