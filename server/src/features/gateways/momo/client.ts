import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { PaymentConfig } from '../../../platform/config/payment-config'
import {
  createProviderClient,
  ProviderCode,
  ProviderLink,
  ProviderText,
  readAnswer,
} from '../provider-client'
import { momoSignature, type SignedFields, type SignedMessage } from './signature'

export type MomoConfig = NonNullable<PaymentConfig['momo']>

const Whole = z.number().int().nonnegative()
const Answer = z.object({ resultCode: z.number().int() })
/** The rest is there only when it went well. */
const Created = Answer.extend({
  orderId: z.string(),
  requestId: z.string(),
  amount: Whole,
  payUrl: ProviderLink.or(z.literal('')),
  deeplink: ProviderLink.catch(''),
  qrCodeUrl: ProviderText,
}).partial({ orderId: true, requestId: true, amount: true, payUrl: true, deeplink: true, qrCodeUrl: true })
const Refunded = Answer.extend({ transId: Whole.default(0) })
const Queried = Answer.extend({
  orderId: z.string().default(''),
  amount: Whole.default(0),
  transId: Whole.default(0),
  refundTrans: z.array(Refunded.extend({ orderId: ProviderCode })).nullish(),
})

export type Created = z.output<typeof Created>

/** The three calls of MoMo (payments §2), signed; their responses are parsed, but not verified yet. */
export function momoApi(config: MomoConfig, timeoutMs: number) {
  const call = createProviderClient('momo')
  const { partnerCode } = config

  async function post<M extends SignedMessage, A>(
    path: string,
    fields: SignedFields<M>,
    { message, more, answer }: { message: M; more: object; answer: z.ZodType<A> },
  ): Promise<A> {
    const signature = momoSignature(message, fields, config)
    const { body } = await call({
      url: `${config.url}/v2/gateway/api/${path}`,
      headers: { 'content-type': 'application/json; charset=UTF-8' },
      body: JSON.stringify({ ...fields, ...more, signature }),
      timeoutMs,
    })
    return readAnswer('momo', answer, body)
  }

  return {
    create: (
      order: Omit<SignedFields<'create'>, 'partnerCode' | 'requestType' | 'extraData'>,
      lang: string,
    ) =>
      post(
        'create',
        { ...order, partnerCode, extraData: '', requestType: 'captureWallet' },
        { message: 'create', more: { lang, autoCapture: true }, answer: Created },
      ),
    query: (orderId: string) =>
      post(
        'query',
        { partnerCode, orderId, requestId: randomUUID() },
        { message: 'query', more: { lang: 'en' }, answer: Queried },
      ),
    refund: (refund: Omit<SignedFields<'refund'>, 'partnerCode'>) =>
      post(
        'refund',
        { ...refund, partnerCode },
        { message: 'refund', more: { lang: 'en' }, answer: Refunded },
      ),
  }
}
