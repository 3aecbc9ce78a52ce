import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Person } from '../harness/person'
import { SECOND_TRY } from './proxy'

const AGAIN_AFTER_MS = 100
const GIVE_UP_AFTER_MS = 60_000

export interface Reply<T> {
  status: number
  /** `result` is only there after a success. */
  body: { result: T; error?: { code: string } }
}

/** A client that repeats a request under its key until it gets a final response: from then on it is acknowledged. */
export class Caller {
  acknowledged = 0
  repeated = 0
  constructor(
    private readonly url: string,
    private readonly person: Person,
  ) {}

  /** @throws after a minute without a response of the product */
  async call<T>(method: string, path: string, body?: object): Promise<Reply<T>> {
    const options = {
      method,
      headers: {
        authorization: `Bearer ${this.person.token}`,
        'idempotency-key': randomUUID(),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }
    const giveUpAt = performance.now() + GIVE_UP_AFTER_MS
    for (;;) {
      const reply = await this.#send<T>(path, options)
      if (reply && isFinal(reply)) {
        this.acknowledged++
        return reply
      }
      if (performance.now() > giveUpAt)
        throw new Error(`${method} ${path}: no answer for a minute, at last ${JSON.stringify(reply)}`)
      this.repeated++
      await pause(AGAIN_AFTER_MS)
    }
  }

  async #send<T>(path: string, options: RequestInit): Promise<Reply<T> | null> {
    try {
      const reply = await fetch(`${this.url}/gateway/api/${path}`, options)
      if (reply.headers.has(SECOND_TRY)) this.repeated++
      return { status: reply.status, body: (await reply.json().catch(() => ({}))) as Reply<T>['body'] }
    } catch {
      // The process or the proxy exited in between: the outcome is unknown.
      return null
    }
  }
}

/** Not while a first call runs (409), nor when the product asks to come again. */
const isFinal = ({ status, body }: Reply<unknown>): boolean =>
  status < 500 && status !== 429 && !(status === 409 && body.error?.code === 'Conflict')
