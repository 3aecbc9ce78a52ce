import { createHmac } from 'node:crypto'
import { repeatDelivery, sendUntilAccepted } from '../deliver-webhook'
import type { FaultPlan } from '../simulator'
import { newId, type StripeEvent } from './state'

/** The header `Stripe-Signature` for a body (payments §4). @param seconds unix time of the signature */
export function stripeSignature(body: string, secret: string, seconds: number): string {
  const v1 = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${v1}`
}

interface RouteDependencies {
  webhookSecret: string
  apiVersion: string
  webhookUrl: string
  /** Milliseconds. */
  now: () => number
  plan: () => FaultPlan
}

/** Sends what happened, signed, as often and as late as planned. */
export function stripeEvents({ webhookSecret, apiVersion, webhookUrl, now, plan }: RouteDependencies) {
  const deliveries: { type: string; statuses: number[] }[] = []
  let held: StripeEvent[] = []
  const seconds = () => Math.floor(now() / 1000)

  const event = (type: string, object: object): StripeEvent => ({
    id: newId('evt'),
    object: 'event',
    api_version: apiVersion,
    created: seconds(),
    type,
    livemode: false,
    // As it is now: a late event reports an old state.
    data: { object: structuredClone(object) },
  })

  async function send(
    body: string,
    header = stripeSignature(body, webhookSecret, seconds()),
  ): Promise<number> {
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': header }
    return (await fetch(webhookUrl, { method: 'POST', headers, body })).status
  }

  async function deliver(sent: StripeEvent): Promise<void> {
    const body = JSON.stringify(sent, null, 2)
    const secret = plan().webhook.fault === 'wrong-signature' ? 'whsec_of_somebody_else' : webhookSecret
    const header = stripeSignature(body, secret, seconds())
    await repeatDelivery(plan().webhook, async () => {
      deliveries.push({ type: sent.type, statuses: await sendUntilAccepted(() => send(body, header)) })
    })
  }

  return {
    deliveries,
    event,
    send,
    emit: async (type: string, object: object): Promise<void> => {
      const emitted = event(type, object)
      if (plan().webhook.when === 'after-expiry') held.push(emitted)
      else await deliver(emitted)
    },
    release: async (order: 'in-order' | 'reversed' = 'in-order'): Promise<void> => {
      const waiting = order === 'reversed' ? [...held].reverse() : held
      held = []
      for (const late of waiting) await deliver(late)
    },
  }
}
