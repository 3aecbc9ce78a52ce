import { randomInt } from 'node:crypto'
import { inspect } from 'node:util'
import { systemClock } from '../../../platform/clock'
import { openLines } from '../../../platform/log-line'
import { PROCESS_KEY } from '../../../platform/process-name'
import { freeStartupMemory } from '../../../platform/startup-memory'
import type { FromSupervisor, SupervisorPort } from '../../../platform/supervisor/messages'
import { parentPort } from '../../../platform/supervisor/parent-port'
import type { Brand } from '../http/pages'
import { RedirectCounts } from '../redirect-counters'
import { openRedirectService, type RedirectService } from '../service'
import type { Domains, Paths, Targets } from '../targets/target'
import { type FromRedirect, packed, type RedirectSettings, type ToRedirect, unpacked } from './messages'

const FIGURES_EVERY_MS = 1_000
const QUIET_SHARE = 0.1
const NOTHING_TOLD = { counts: new Float64Array(), busyShare: 0 }

/**
 * Entry of the redirect process: the service of service.ts, whose look-ups go to the program, which holds the database.
 * While the program is away it answers as during an outage of the database.
 */
class RedirectProcess {
  readonly #port: SupervisorPort
  readonly #calls: Calls
  readonly #counts = new RedirectCounts()
  #service: RedirectService | null = null
  #forwardingPort: number | null = null
  /** Null until a program has said it. */
  #brand: Brand | null = null
  /** The last figures that this program has. */
  #told = NOTHING_TOLD
  #isClosing = false

  constructor(port: SupervisorPort) {
    this.#port = port
    this.#calls = new Calls((message) => this.#post(message))
    port.listen((message) => this.#onMessage(message))
    port.onGone(() => void this.#close())
    this.#post({ type: 'started' })
  }

  #post(message: FromRedirect, onSent?: () => void): void {
    this.#port.send({ type: 'relay', body: packed(message) }, onSent)
  }

  #onMessage(message: FromSupervisor): void {
    if (message.type === 'start') void this.#start(message.settings as RedirectSettings)
    else if (message.type === 'relay') this.#onProgram(unpacked(message.body))
    else if (message.type === 'stop') void this.#close()
    else if (message.type === 'other-ended') {
      this.#calls.end()
      this.#service?.forwardTo(null)
      this.#service?.reconnect()
    }
  }

  #onProgram(message: ToRedirect): void {
    if (message.type === 'hello') {
      this.#calls.begin()
      this.#told = NOTHING_TOLD
      this.#forwardingPort = message.forwardingPort
      this.#brand = message.brand
      this.#greet()
    } else if (message.type === 'brand') this.#setBrand(message.brand)
    else if (message.type === 'forget') this.#service?.forget(message.what, message.key)
    else if (message.type === 'drain') this.#service?.drain()
    else if (message.type === 'close') void this.#close()
    else if (message.type === 'failed') this.#calls.reject(message.call, new Error(message.message))
    else this.#calls.resolve(message.call, message.found)
  }

  /** Nothing was heard of changes since the last program ended. */
  #greet(): void {
    if (!this.#service || !this.#calls.canCall) return
    this.#service.forwardTo(this.#forwardingPort)
    if (this.#brand) this.#service.setBrand(this.#brand)
    this.#service.reconnect()
    const { port } = this.#service
    this.#post({ type: 'listening', port, pid: process.pid, processKey: PROCESS_KEY })
  }

  #setBrand(brand: Brand): void {
    this.#brand = brand
    this.#service?.setBrand(brand)
  }

  async #start({ config, logLevel, logFormat }: RedirectSettings): Promise<void> {
    const line = openLines(logLevel, logFormat)
    const calls = this.#calls
    try {
      this.#service = await openRedirectService(
        config,
        PROCESS_KEY,
        {
          untilOpen: () => calls.make<void>((call) => ({ type: 'await-database', call })),
          findTargets: (keys) => calls.make<Targets>((call) => ({ type: 'find-targets', call, keys })),
          findDomains: (hosts) => calls.make<Domains>((call) => ({ type: 'find-domains', call, hosts })),
          findPaths: (keys) => calls.make<Paths>((call) => ({ type: 'find-paths', call, keys })),
          findReportKey: (day) => calls.make<string>((call) => ({ type: 'find-report-key', call, day })),
          storeReport: (report) => calls.make<void>((call) => ({ type: 'store-report', call, report })),
          takeTickets: (codeId, ruleId, first) =>
            calls.make<number>((call) => ({ type: 'take-tickets', call, codeId, ruleId, first })),
          returnTickets: (codeId, ruleId, count) =>
            calls.make<void>((call) => ({ type: 'return-tickets', call, codeId, ruleId, count })),
          storeScans: (batchId, records) =>
            calls.make<void>((call) => ({ type: 'store', call, batchId, records })),
          report: (level, message, failure) => line(level, message, {}, failure),
        },
        systemClock,
        this.#counts,
      )
    } catch (failure) {
      line('error', 'the redirect cannot be started', {}, failure as Error)
      this.#post({ type: 'refused', failure: inspect(failure) }, () => process.exit(1))
      return
    }
    this.#port.send({ type: 'ready' })
    this.#greet()
    this.#tellFigures(this.#service)
    freeStartupMemory()
  }

  #tellFigures(service: RedirectService): void {
    setInterval(() => {
      const busyShare = service.busyShare()
      const counts = this.#counts.copy()
      const isSame = counts.every((count, slot) => count === this.#told.counts[slot])
      // The program goes easy while we are busy, and has to hear when we no longer are.
      const isQuiet = Math.max(busyShare, this.#told.busyShare) < QUIET_SHARE
      if (!this.#calls.canCall || (isSame && isQuiet)) return
      this.#told = { counts, busyShare }
      this.#post({ type: 'figures', counts, busyShare })
    }, FIGURES_EVERY_MS).unref()
  }

  async #close(): Promise<void> {
    if (this.#isClosing) return
    this.#isClosing = true
    await this.#service?.close()
    this.#post({ type: 'closed' }, () => process.exit(0))
  }
}

/** Pending calls to the program. */
class Calls {
  canCall = false
  readonly #waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  readonly #send: (message: FromRedirect) => void
  /** A late answer to a redirect that has ended is none to its successor. */
  #last = randomInt(2 ** 47)

  constructor(send: (message: FromRedirect) => void) {
    this.#send = send
  }

  make<T>(message: (call: number) => FromRedirect): Promise<T> {
    if (!this.canCall) return Promise.reject(new Error('the program is away'))
    const call = ++this.#last
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(call, { resolve: resolve as (value: unknown) => void, reject })
      this.#send(message(call))
    })
  }

  /** There is a program; another one than before answers nothing that was asked of that. */
  begin(): void {
    this.end()
    this.canCall = true
  }

  end(): void {
    this.canCall = false
    for (const call of [...this.#waiting.keys()]) this.reject(call, new Error('the program has ended'))
  }

  resolve(call: number, value: unknown): void {
    this.#take(call)?.resolve(value)
  }

  reject(call: number, error: Error): void {
    this.#take(call)?.reject(error)
  }

  #take(call: number) {
    const waiting = this.#waiting.get(call)
    this.#waiting.delete(call)
    return waiting
  }
}

new RedirectProcess(parentPort())
