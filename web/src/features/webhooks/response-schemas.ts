import {
  CreatedWebhook,
  Delivery,
  DeliveryOutcome,
  ReplacedSecret,
  resultOf,
  Webhook,
  WebhookSecrets,
} from '@scanleaf/shared'
import * as z from 'zod'

export const WebhooksResponse = resultOf(z.array(Webhook))
export const CreatedWebhookResponse = resultOf(CreatedWebhook)
export const ReplacedSecretResponse = resultOf(ReplacedSecret)
export const SecretsResponse = resultOf(WebhookSecrets)
export const OutcomeResponse = resultOf(DeliveryOutcome)
export const DoneResponse = resultOf(z.object({}))
export const DeliveriesResponse = z.object({
  result: z.array(Delivery),
  meta: z.object({ nextCursor: z.string().nullable() }),
})
export type DeliveriesPage = z.infer<typeof DeliveriesResponse>
