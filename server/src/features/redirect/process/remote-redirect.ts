import { setTimeout as pause } from 'node:timers/promises'
import { recordSibling } from '../../../platform/process-name'
import type { SupervisorPort } from '../../../platform/supervisor/messages'
import type { Brand } from '../http/pages'
import type { RedirectCounts } from '../redirect-counters'
import type { Changed, RedirectServiceDependencies, RunningRedirect } from '../service'
import {
  type Found,
  type FromRedirect,
  packed,
  type RedirectSettings,
  type ToRedirect,
  unpacked,
} from './messages'

const CLOSE_WITHIN_MS = 4_500

/**
 * The redirect in a process of its own, as the program sees it: it serves what that process asks for, and finds it
 * running when the program is started again.
 */
export class RemoteRedirect implements RunningRedirect {
  port = 0
  readonly #supervisor: SupervisorPort
  readonly #dependencies: RedirectServiceDependencies
  readonly #counts: RedirectCounts
  readonly #forwardingPort: number | null
  readonly #brand: () => Brand
  #busyShare = 0
  #isDraining = false
  #closed = Promise.withResolvers<void>()

  constructor(
    supervisor: SupervisorPort,
    forwardingPort: number | null,
    dependencies: RedirectServiceDependencies,
    counts: RedirectCounts,
    brand: () => Brand,
  ) {
    this.#supervisor = supervisor
    this.#forwardingPort = forwardingPort
    this.#dependencies = dependencies
    this.#counts = counts
    this.#brand = brand
  }

  /** Resolves once it listens. @throws Error when it cannot */
  async open(settings: RedirectSettings): Promise<void> {
    const listening = Promise.withResolvers<void>()
    this.#supervisor.listen((message) => {
      if (message.type === 'other-ended') this.#onEnd()
      if (message.type !== 'relay') return
      const told = unpacked<FromRedirect>(message.body)
      if (told.type === 'started') this.#greet()
      else if (told.type === 'refused') listening.reject(new Error(told.failure))
      else if (told.type === 'listening') {
        this.port = told.port
        recordSibling(told.pid, told.processKey)
        if (this.#isDraining) this.drain()
        listening.resolve()
      } else this.#serve(told)
    })
    this.#supervisor.onGone(() => this.#closed.resolve())
    this.#supervisor.send({ type: 'keep-redirect', settings })
    this.#greet()
    await listening.promise
  }

  forget(what: Changed, key: string): void {
    this.#post({ type: 'forget', what, key })
  }

  setBrand(brand: Brand): void {
    this.#post({ type: 'brand', brand })
  }

  busyShare(): number {
    return this.#busyShare
  }

  drain(): void {
    this.#isDraining = true
    this.#post({ type: 'drain' })
  }

  async close(): Promise<void> {
    this.#post({ type: 'close' })
    await Promise.race([this.#closed.promise, pause(CLOSE_WITHIN_MS, undefined, { ref: false })])
  }

  #post(message: ToRedirect): void {
    this.#supervisor.send({ type: 'relay', body: packed(message) })
  }

  #greet(): void {
    this.#post({ type: 'hello', forwardingPort: this.#forwardingPort, brand: this.#brand() })
  }

  /** Another one starts, and asks to be greeted. */
  #onEnd(): void {
    this.#busyShare = 0
    this.#closed.resolve()
    this.#closed = Promise.withResolvers<void>()
  }

  #serve(message: FromRedirect): void {
    const {
      untilOpen,
      findTargets,
      findDomains,
      findPaths,
      storeScans,
      storeReport,
      findReportKey,
      takeTickets,
      returnTickets,
    } = this.#dependencies
    const answer = (call: number, work: Promise<Found | undefined>) =>
      void work
        .then((found): ToRedirect => ({ type: 'done', call, ...(found !== undefined && { found }) }))
        .catch((error): ToRedirect => ({ type: 'failed', call, message: String(error) }))
        .then((reply) => this.#post(reply))
        .catch((failure) => this.#dependencies.report('error', 'the redirect gets no answer', failure))
    if (message.type === 'await-database') answer(message.call, untilOpen().then(nothing))
    else if (message.type === 'find-targets') answer(message.call, findTargets(message.keys))
    else if (message.type === 'find-domains') answer(message.call, findDomains(message.hosts))
    else if (message.type === 'find-paths') answer(message.call, findPaths(message.keys))
    else if (message.type === 'find-report-key') answer(message.call, findReportKey(message.day))
    else if (message.type === 'store')
      answer(message.call, storeScans(message.batchId, message.records).then(nothing))
    else if (message.type === 'take-tickets')
      answer(message.call, takeTickets(message.codeId, message.ruleId, message.first))
    else if (message.type === 'return-tickets')
      answer(message.call, returnTickets(message.codeId, message.ruleId, message.count).then(nothing))
    else if (message.type === 'store-report') answer(message.call, storeReport(message.report).then(nothing))
    else if (message.type === 'closed') this.#closed.resolve()
    else if (message.type === 'figures') {
      this.#counts.replace(message.counts)
      this.#busyShare = message.busyShare
    }
  }
}

const nothing = () => undefined
