const ANSWER_WITHIN_MS = 2_000
/** After which a rule that had none left, or no database, is asked about again: other processes give some back. */
const ASK_AGAIN_MS = 2_000
const IDLE_MS = 30_000
const LOOK_EVERY_MS = 5_000
const CLOSE_WITHIN_MS = 1_000

/** The tickets of a rule as the database has them: it never gives more than the rule allows. */
export interface TicketStore {
  /** @returns how many were taken; 0 when all are */
  takeTickets(codeId: string, ruleId: number, first: number): Promise<number>
  /** Called once for the same tickets: what is not known to have come back is lost. */
  returnTickets(codeId: string, ruleId: number, count: number): Promise<void>
}

interface Lease {
  readonly codeId: string
  readonly ruleId: number
  readonly first: number
  left: number
  /** Without tickets left: to be asked for; being asked for, while visitors wait; or none to be had. */
  state: 'open' | 'asking' | 'none'
  since: number
  usedAt: number
  asked: Promise<void> | null
  waiting: Promise<void>
}

/**
 * Tickets of the rules that are for the first scans alone. A process takes an eighth of what is left at a time and spends
 * it in memory, so that few scans wait for the database. A killed process loses what it had: fewer than allowed get one,
 * never more (docs/decisions/link-rules.md).
 */
export class Tickets {
  readonly #store: TicketStore
  readonly #leases = new Map<string, Lease>()
  readonly #looking: NodeJS.Timeout

  constructor(store: TicketStore) {
    this.#store = store
    this.#looking = setInterval(() => this.#returnIdle(), LOOK_EVERY_MS).unref()
  }

  /**
   * Whether a scan may `spend` a ticket in this turn of the event loop. A promise, which is never rejected: to be asked
   * again then, at most two seconds later.
   */
  find(codeId: string, ruleId: number, first: number): boolean | Promise<void> {
    const now = performance.now()
    const lease = this.#leaseOf(codeId, ruleId, first, now)
    lease.usedAt = now
    if (lease.left > 0) return true
    if (lease.state === 'open') {
      lease.state = 'asking'
      lease.waiting = Promise.race([this.#ask(lease), after(ANSWER_WITHIN_MS)]).then(() => {
        if (lease.state === 'asking') settle(lease, 'none')
      })
    } else if (lease.state === 'none' && now - lease.since >= ASK_AGAIN_MS) void this.#ask(lease)
    return lease.state === 'asking' ? lease.waiting : false
  }

  /** After `find` has said that there is one. */
  spend(codeId: string, ruleId: number): void {
    const lease = this.#leases.get(keyOf(codeId, ruleId))
    if (lease) lease.left -= 1
  }

  async close(): Promise<void> {
    clearInterval(this.#looking)
    const returned = Promise.all([...this.#leases.values()].map((lease) => this.#end(lease)))
    await Promise.race([returned, after(CLOSE_WITHIN_MS)])
  }

  #leaseOf(codeId: string, ruleId: number, first: number, now: number): Lease {
    const key = keyOf(codeId, ruleId)
    const found = this.#leases.get(key)
    if (found?.first === first) return found
    // The rule is for more scans now, or for fewer: the database counts anew what is left.
    if (found) void this.#end(found)
    const waiting = Promise.resolve()
    const lease: Lease = {
      ...{ codeId, ruleId, first, left: 0, state: 'open', since: now, usedAt: now, asked: null, waiting },
    }
    this.#leases.set(key, lease)
    return lease
  }

  #ask(lease: Lease): Promise<void> {
    const { codeId, ruleId, first } = lease
    lease.asked ??= this.#store
      .takeTickets(codeId, ruleId, first)
      .then(
        (count) => {
          lease.left += count
          settle(lease, count > 0 ? 'open' : 'none')
          if (this.#leases.get(keyOf(codeId, ruleId)) !== lease) void this.#end(lease)
        },
        () => settle(lease, 'none'),
      )
      .finally(() => {
        lease.asked = null
      })
    return lease.asked
  }

  #returnIdle(): void {
    const now = performance.now()
    for (const lease of this.#leases.values())
      if (lease.asked === null && now - lease.usedAt >= IDLE_MS) void this.#end(lease)
  }

  async #end(lease: Lease): Promise<void> {
    const { codeId, ruleId, left } = lease
    const key = keyOf(codeId, ruleId)
    if (this.#leases.get(key) === lease) this.#leases.delete(key)
    lease.left = 0
    if (left > 0) await this.#store.returnTickets(codeId, ruleId, left).catch(() => {})
  }
}

const keyOf = (codeId: string, ruleId: number): string => `${codeId} ${ruleId}`

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref())

function settle(lease: Lease, state: 'open' | 'none'): void {
  lease.state = state
  lease.since = performance.now()
}
