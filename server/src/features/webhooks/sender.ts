import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../platform/db/database'
import type { Log } from '../../platform/logging'
import { EVENTS_RECORDED } from '../../platform/outbox'
import { callOutside, type OutsideCalls } from '../../platform/outside-call'
import {
  giveBack,
  type LeasedDelivery,
  leaseDeliveries,
  recordDelivery,
  secondsUntilDelivery,
} from './delivery-repository'
import { bodyOf } from './present'
import { signedHeaders } from './signature'

const AT_ONCE = 20
/** To one receiver. */
const AT_ONCE_EACH = 2
/** Longer than a call can take. */
const LEASE_SECONDS = 60
const POLL_SECONDS = 60
const STOP_WITHIN_MS = 3_000

export interface WebhookSending {
  database: Database
  log: Log
  calls: OutsideCalls
}

/** Sends what happened to webhooks, at least once each, until closed. Several processes may do so at the same time. */
export async function startWebhookSender({
  database,
  log,
  calls,
}: WebhookSending): Promise<{ close(): Promise<void> }> {
  const closing = new AbortController()
  const running = new Map<Promise<void>, string>()
  let woken = Promise.withResolvers<void>()

  async function send(delivery: LeasedDelivery): Promise<void> {
    const { eventId, url, seconds } = delivery
    const body = bodyOf(delivery)
    const headers = signedHeaders({ id: eventId, seconds, body }, delivery)
    if (closing.signal.aborted) return giveBack(database.db, delivery)
    const outcome = await callOutside(calls, { url, headers, body })
    await recordDelivery(database, delivery, outcome)
  }

  function start(delivery: LeasedDelivery): void {
    const sending = send(delivery)
      .catch((err) => log.warn({ err }, 'a delivery was not recorded: its lease ends by itself'))
      .finally(() => running.delete(sending))
    running.set(sending, delivery.webhookId)
  }

  async function fill(): Promise<number> {
    const busy = [...new Set(running.values())]
    const limit = AT_ONCE - running.size
    if (limit > 0) {
      const due = { limit, each: AT_ONCE_EACH, leaseSeconds: LEASE_SECONDS, busy }
      const leased = await leaseDeliveries(database.db, due)
      for (const delivery of leased) start(delivery)
      if (leased.length > 0) return 0
    }
    // What is due waits for a place, which the end of a call makes.
    if (running.size > 0) return POLL_SECONDS
    return Math.min(POLL_SECONDS, Math.max(0, (await secondsUntilDelivery(database.db)) ?? POLL_SECONDS))
  }

  async function work(): Promise<void> {
    while (!closing.signal.aborted) {
      woken = Promise.withResolvers<void>()
      const seconds = await fill().catch((err) => {
        log.warn({ err }, 'webhooks are paused: the database is unreachable')
        return POLL_SECONDS
      })
      const timer = new AbortController()
      const rest = pause(seconds * 1000, undefined, { signal: timer.signal }).catch(() => {})
      await Promise.race([rest, woken.promise, ...running.keys()])
      timer.abort()
    }
  }
  const wake = () => woken.resolve()
  const unlisten = await database.listen(EVENTS_RECORDED, wake)
  const ended = work()
  return {
    async close() {
      closing.abort()
      wake()
      await unlisten()
      const all = Promise.allSettled([ended, ...running.keys()])
      await Promise.race([all, pause(STOP_WITHIN_MS, undefined, { ref: false })])
    },
  }
}
