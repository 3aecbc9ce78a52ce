import * as z from 'zod'
import { AddressLine } from '../wire'

/** Webhooks of one workspace. */
export const MAX_WEBHOOKS = 10

export const WEBHOOK_EVENTS = [
  'code.created',
  'code.updated',
  'code.deleted',
  'code.restored',
  /** At most once a minute. */
  'scans.counted',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

const Events = z
  .array(z.enum(WEBHOOK_EVENTS, { error: 'invalid-choice' }))
  .min(1, { error: 'required' })
  .max(WEBHOOK_EVENTS.length, { error: 'too-many' })
  .transform((events) => WEBHOOK_EVENTS.filter((each) => events.includes(each)))

/** POST webhooks. */
export const CreateWebhook = z.object({
  url: AddressLine.min(1, { error: 'required' }).max(2_000, { error: 'too-long' }),
  events: Events,
  /** Each delivery carries a bearer token, for receivers that check no signature. */
  withToken: z.boolean().default(false),
})

/** PATCH webhooks/{id}. */
export const UpdateWebhook = z.object({ events: Events, enabled: z.boolean() }).partial()

/** Why a delivery was not accepted; null for an answer that says it by its status. */
export const DELIVERY_PROBLEMS = ['no-answer', 'too-slow', 'unknown-host', 'private-address', 'tls'] as const
export type DeliveryProblem = (typeof DELIVERY_PROBLEMS)[number]

const Outcome = {
  /** HTTP status; null without an answer. */
  status: z.number().int().nullable(),
  problem: z.enum(DELIVERY_PROBLEMS).nullable(),
  ms: z.number().int(),
}
export const DeliveryOutcome = z.object(Outcome).meta({ id: 'DeliveryOutcome' })
export type DeliveryOutcome = z.infer<typeof DeliveryOutcome>

export const Webhook = z
  .object({
    id: z.uuid(),
    url: z.string(),
    events: z.array(z.enum(WEBHOOK_EVENTS)),
    hasToken: z.boolean(),
    enabled: z.boolean(),
    /** Why it was switched off: the receiver answered 410, or accepted nothing for 7 days. */
    offReason: z.enum(['gone', 'failing']).nullable(),
    createdBy: z.string(),
    createdAt: z.iso.datetime(),
    /** Nothing was accepted since then; null while deliveries are accepted. */
    failingSince: z.iso.datetime().nullable(),
    lastAcceptedAt: z.iso.datetime().nullable(),
    /** Deliveries that are still tried. */
    waiting: z.number().int(),
    /** Those that were given up, of the last 30 days. */
    failed: z.number().int(),
    /** Accepted ones of events of the last 24 hours. */
    acceptedLastDay: z.number().int(),
    /** Until when the secret before signs as well; null when it does not. */
    oldSecretUntil: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.infer<typeof Webhook>

/** `secret` (`whsec_…`) signs by Standard Webhooks 1.0; `secretText` is the same key for tools that take a text. */
const Secrets = { secret: z.string(), secretText: z.string() }

export const CreatedWebhook = Webhook.extend({ ...Secrets, token: z.string().nullable() }).meta({
  id: 'CreatedWebhook',
})
export type CreatedWebhook = z.infer<typeof CreatedWebhook>

/** POST webhooks/{id}/secret. */
export const ReplacedSecret = z.object({ ...Secrets, oldSecretUntil: z.iso.datetime() })
export type ReplacedSecret = z.infer<typeof ReplacedSecret>

export const Delivery = z
  .object({
    /** The `webhook-id` of every attempt. */
    eventId: z.string(),
    type: z.enum(WEBHOOK_EVENTS),
    /** The body as it is sent. */
    body: z.string(),
    state: z.enum(['waiting', 'accepted', 'failed']),
    /** The next attempt; null once it ended. */
    nextAt: z.iso.datetime().nullable(),
    /** The oldest first, the last ten. */
    attempts: z.array(z.object({ at: z.iso.datetime(), ...Outcome })),
  })
  .meta({ id: 'Delivery' })
export type Delivery = z.infer<typeof Delivery>

/** GET webhooks/{id}/deliveries. */
export const DeliveriesQuery = z.object({
  cursor: z
    .string()
    .regex(/^evt_[0-9a-z]{1,40}$/, { error: 'invalid-value' })
    .optional(),
  failed: z.stringbool().optional(),
})
