import { type EventLoopUtilization, performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { openCountries } from '../../../platform/country'
import type { Changed, RedirectConfig, RedirectService, RedirectServiceDependencies } from '../service'
import type { Domains, Paths, Targets } from '../targets/target'
import type { FromThread, ThreadData, ToThread } from './messages'

const CLOSE_WITHIN_MS = 4_500
const RESTART_AFTER_MS = 500

/** Opens the service in a thread of its own, so that no slow query or drawing delays a scan. */
export async function openRedirectThread(
  config: RedirectConfig,
  processKey: string,
  dependencies: RedirectServiceDependencies,
): Promise<RedirectService> {
  // The thread reads the countries from the memory of this one.
  await openCountries()
  const supervisor = new ThreadSupervisor(config, processKey, dependencies)
  await supervisor.start()
  return supervisor
}

/** Keeps one thread alive: after a crash another opens on the same port, and the journal loses nothing. */
class ThreadSupervisor implements RedirectService {
  port = 0
  readonly #config: RedirectConfig
  readonly #processKey: string
  readonly #dependencies: RedirectServiceDependencies
  #thread: Worker | null = null
  #seen: EventLoopUtilization | undefined
  #isClosing = false

  constructor(config: RedirectConfig, processKey: string, dependencies: RedirectServiceDependencies) {
    this.#config = config
    this.#processKey = processKey
    this.#dependencies = dependencies
  }

  async start(): Promise<Worker> {
    const config = { ...this.#config, publicPort: this.port || this.#config.publicPort }
    const thread = startThread({ config, processKey: this.#processKey })
    try {
      this.port = await this.#listening(thread)
    } catch (error) {
      await thread.terminate()
      throw error
    }
    this.#thread = thread
    thread.once('exit', () => void this.#restart())
    return thread
  }

  /** The port on which a new thread listens; from the first message on, its calls are served. */
  #listening(thread: Worker): Promise<number> {
    return new Promise((resolve, reject) => {
      thread.on('message', (message: FromThread) => {
        if (message.type === 'listening') resolve(message.port)
        else if (message.type === 'refused') reject(failureOf(message.failure))
        else this.#serve(thread, message)
      })
      thread.on('error', (failure) => {
        if (this.#thread === thread) this.#dependencies.report('error', 'the redirect thread failed', failure)
        reject(failure)
      })
      thread.once('exit', () => reject(new Error('the redirect thread exited before it was listening')))
    })
  }

  forget(what: Changed, key: string): void {
    this.#post({ type: 'forget', what, key })
  }

  busyShare(): number {
    const loop = this.#thread?.performance.eventLoopUtilization()
    if (!loop) return 0
    const { utilization } = performance.eventLoopUtilization(loop, this.#seen)
    this.#seen = loop
    return utilization
  }

  drain(): void {
    this.#post({ type: 'drain' })
  }

  async close(): Promise<void> {
    this.#isClosing = true
    const thread = this.#thread
    if (!thread) return
    const closed = new Promise<void>((resolve) => {
      thread.on('message', (message: FromThread) => message.type === 'closed' && resolve())
      thread.once('exit', () => resolve())
    })
    this.#post({ type: 'close' })
    await Promise.race([closed, pause(CLOSE_WITHIN_MS, undefined, { ref: false })])
    await thread.terminate()
  }

  #post(message: ToThread): void {
    this.#thread?.postMessage(message)
  }

  async #restart(): Promise<void> {
    this.#thread = null
    this.#seen = undefined
    let thread: Worker | null = null
    while (!this.#isClosing && !thread) {
      this.#dependencies.report('error', 'the redirect thread exited: restarting it')
      await pause(RESTART_AFTER_MS)
      thread = await this.start().catch((failure) => {
        this.#dependencies.report('error', 'the redirect thread cannot be started', failure)
        return null
      })
    }
    if (this.#isClosing) await thread?.terminate()
  }

  #serve(thread: Worker, message: FromThread): void {
    const { untilOpen, findTargets, findDomains, findPaths, storeScans, storeReport, findReportKey, report } =
      this.#dependencies
    const answer = (call: number, work: Promise<Targets | Domains | Paths | string | undefined>) =>
      void work
        .then((found): ToThread => ({ type: 'done', call, ...(found && { found }) }))
        .catch((error): ToThread => ({ type: 'failed', call, message: String(error) }))
        .then((reply) => thread.postMessage(reply))
        .catch((failure) => this.#dependencies.report('error', 'the redirect thread gets no answer', failure))
    if (message.type === 'await-database') answer(message.call, untilOpen().then(nothing))
    else if (message.type === 'find-targets') answer(message.call, findTargets(message.keys))
    else if (message.type === 'find-domains') answer(message.call, findDomains(message.hosts))
    else if (message.type === 'find-paths') answer(message.call, findPaths(message.keys))
    else if (message.type === 'find-report-key') answer(message.call, findReportKey(message.day))
    else if (message.type === 'store')
      answer(message.call, storeScans(message.batchId, message.records).then(nothing))
    else if (message.type === 'store-report') answer(message.call, storeReport(message.report).then(nothing))
    else if (message.type === 'report') report(message.level, message.message, failureOf(message.failure))
  }
}

const nothing = () => undefined

/** An error as it was said to be. */
const failureOf = (failure: string | undefined): Error | undefined =>
  failure === undefined ? undefined : new Error(failure)

/** In production the bundle beside ours; in the source tree a thread has to load TypeScript by itself. */
function startThread(workerData: ThreadData): Worker {
  const isSource = import.meta.url.endsWith('.ts')
  const entry = isSource ? './redirect-listener.source.mjs' : './redirect-listener.js'
  return new Worker(new URL(entry, import.meta.url), { workerData })
}
