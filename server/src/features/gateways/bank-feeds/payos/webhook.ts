import * as z from 'zod'
import type { PaymentConfig } from '../../../../platform/config/payment-config'
import { jsonOf, type WebhookRoute } from '../../webhooks/webhook-routes'
import { type FeedDependencies, receiveBankTransfer } from '../bank-feed'
import { isSignedByPayos } from './signature'

const Signed = z.object({ data: z.record(z.string(), z.unknown()), signature: z.string() })
const PayosTransfer = z.object({
  paymentLinkId: z.string(),
  reference: z.string(),
  accountNumber: z.string(),
  virtualAccountNumber: z.string().nullish(),
  amount: z.number(),
  currency: z.string().default('VND'),
  description: z.string().default(''),
  code: z.string().default('00'),
})

/**
 * POST /webhooks/payos: a transfer to the bank account (payments §6.5). The trial that it sends when the address
 * is registered names an account that is not ours, and is acknowledged.
 */
export function payosWebhook(
  dependencies: FeedDependencies & { config: NonNullable<PaymentConfig['payos']> },
): WebhookRoute {
  return {
    provider: 'payos',
    method: 'POST',
    handle: async ({ raw }) => {
      const webhook = Signed.safeParse(jsonOf(raw)).data
      if (!webhook || !isSignedByPayos(webhook.data, webhook.signature, dependencies.config.checksumKey))
        return { outcome: 'refused', statusCode: 401 }
      const told = PayosTransfer.safeParse(webhook.data).data
      if (!told) return { outcome: 'failed', statusCode: 400 }
      const taken = await receiveBankTransfer(dependencies, {
        provider: 'payos',
        providerId: `${told.paymentLinkId}:${told.reference}`,
        accountNumbers: [told.accountNumber, told.virtualAccountNumber],
        amount: told.code === '00' ? told.amount : 0,
        currency: told.currency,
        content: told.description,
        bankReference: told.reference,
      })
      return { ...taken, statusCode: 200, body: { success: true } }
    },
    failed: { statusCode: 500, body: { success: false } },
  }
}
