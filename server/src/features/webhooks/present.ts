import type { Delivery, Webhook, WebhookEvent } from '@scanleaf/shared'
import type { DeliveryRow } from './delivery-repository'
import type { WebhookRow } from './repository'

const iso = (time: Date | null) => time?.toISOString() ?? null

export const presentWebhook = (row: WebhookRow): Webhook => ({
  ...{ id: row.id, url: row.url, events: row.events, hasToken: row.token !== null, enabled: row.enabled },
  ...{ offReason: row.offReason, createdBy: row.createdBy, createdAt: row.createdAt.toISOString() },
  ...{ failingSince: iso(row.failingSince), lastAcceptedAt: iso(row.lastAcceptedAt) },
  ...{ waiting: row.waiting, failed: row.failed, acceptedLastDay: row.acceptedLastDay },
  oldSecretUntil: iso(row.oldSecretUntil),
})

/** The body of every attempt, the same bytes each time. @param at ISO 8601 */
export const bodyOf = ({
  type,
  at,
  data,
}: {
  type: WebhookEvent | 'test'
  at: string
  data: object
}): string => JSON.stringify({ type, timestamp: at, data })

export const presentDelivery = ({ delivery, event }: DeliveryRow): Delivery => ({
  ...{ eventId: event.id, type: event.type, attempts: delivery.attempts },
  body: bodyOf({ ...event, at: event.at.toISOString() }),
  state: delivery.doneAt === null ? 'waiting' : delivery.accepted ? 'accepted' : 'failed',
  nextAt: delivery.doneAt === null ? delivery.nextAt.toISOString() : null,
})
