import type { IncomingHttpHeaders } from 'node:http'
import * as z from 'zod'
import type { PaymentConfig } from '../../../../platform/config/payment-config'
import { constantTimeEqual } from '../../webhooks/constant-time-equal'
import { jsonOf, type WebhookRoute } from '../../webhooks/webhook-routes'
import { type FeedDependencies, receiveBankTransfer } from '../bank-feed'
import { isSignedBySepay } from './signature'

type SepayConfig = NonNullable<PaymentConfig['sepay']>

const SepayTransaction = z.object({
  id: z.union([z.number(), z.string()]),
  accountNumber: z.string(),
  subAccount: z.string().nullish(),
  code: z.string().nullish(),
  content: z.string().default(''),
  transferType: z.enum(['in', 'out']),
  transferAmount: z.number(),
  referenceCode: z.string().nullish(),
})

/** POST /webhooks/sepay: a line of the bank account (payments §6.5). */
export function sepayWebhook(dependencies: FeedDependencies & { config: SepayConfig }): WebhookRoute {
  return {
    provider: 'sepay',
    method: 'POST',
    handle: async ({ raw, headers }) => {
      if (!isFromSepay(raw, headers, dependencies)) return { outcome: 'refused', statusCode: 401 }
      const told = SepayTransaction.safeParse(jsonOf(raw)).data
      if (!told) return { outcome: 'failed', statusCode: 400 }
      const taken = await receiveBankTransfer(dependencies, {
        provider: 'sepay',
        providerId: String(told.id),
        accountNumbers: [told.accountNumber, told.subAccount],
        amount: told.transferType === 'in' ? told.transferAmount : 0,
        content: told.content,
        code: told.code,
        bankReference: told.referenceCode ?? '',
      })
      return { ...taken, statusCode: 200, body: { success: true } }
    },
    failed: { statusCode: 500, body: { success: false } },
  }
}

/** By its signature when a secret is set: then the key, which does not authenticate the content, is ignored. */
function isFromSepay(
  raw: Buffer,
  headers: IncomingHttpHeaders,
  { config: { secret, apiKey }, clock }: FeedDependencies & { config: SepayConfig },
): boolean {
  if (secret !== null) {
    const { 'x-sepay-signature': signature, 'x-sepay-timestamp': timestamp } = headers
    return isSignedBySepay({ raw, signature, timestamp }, secret, clock.now())
  }
  return apiKey !== null && constantTimeEqual(headers.authorization, `Apikey ${apiKey}`)
}
