import * as z from 'zod'
import { AddressLine } from '../wire'

/** Webhooks of one workspace. */
export const MAX_WEBHOOKS = 10

const Code = { id: z.uuid(), dynamicId: z.string().nullable(), name: z.string() }
/** Address of a person, or the name of a key; not with what a bulk run did. */
const by = z.string().optional()

/** `data` of each type of event. */
export const EVENT_DATA = {
  'code.created': z.object({ ...Code, by }),
  'code.updated': z.object({ ...Code, by, changed: z.array(z.string()) }),
  'code.deleted': z.object({ ...Code, by }),
  'code.restored': z.object({ ...Code, by }),
  /** The first report since operators last decided on the code. */
  'code.reported': z.object(Code),
  'code.taken-down': z.object(Code),
  /** At most once a minute. */
  'scans.counted': z.object({
    codes: z.array(z.object({ id: z.uuid(), dynamicId: z.string(), added: z.number(), total: z.number() })),
    until: z.iso.datetime(),
  }),
}
export type WebhookEvent = keyof typeof EVENT_DATA
export type EventData<Type extends WebhookEvent> = z.infer<(typeof EVENT_DATA)[Type]>
export const WEBHOOK_EVENTS = Object.keys(EVENT_DATA) as WebhookEvent[]
const EventType = z.enum(WEBHOOK_EVENTS, { error: 'invalid-choice' })

const messageOf = <Type extends WebhookEvent>(type: Type) =>
  z.object({ type: z.literal(type), timestamp: z.iso.datetime(), data: EVENT_DATA[type] })

/** The body of a delivery. */
export const WebhookMessage = z
  .discriminatedUnion('type', [
    messageOf('code.created'),
    messageOf('code.updated'),
    messageOf('code.deleted'),
    messageOf('code.restored'),
    messageOf('code.reported'),
    messageOf('code.taken-down'),
    messageOf('scans.counted'),
  ])
  .meta({ id: 'WebhookMessage' })
export type WebhookMessage = z.infer<typeof WebhookMessage>

/** GET webhooks/samples: of one type, or of all. */
export const SamplesQuery = z.object({ event: EventType.optional() })

const Events = z
  .array(EventType)
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
    /** Why it was switched off: the receiver responded with 410, or accepted nothing for 7 days. */
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

/** GET webhooks/{id}/secret. */
export const WebhookSecrets = z.object({ ...Secrets, token: z.string().nullable() })
export type WebhookSecrets = z.infer<typeof WebhookSecrets>

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
