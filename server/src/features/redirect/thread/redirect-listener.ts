import { inspect } from 'node:util'
import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '../../../platform/clock'
import { freeStartupMemory } from '../../../platform/startup-memory'
import { openRedirectService, type RedirectService } from '../service'
import type { Domains, Paths, Targets } from '../targets/target'
import type { FromThread, ThreadData, ToThread } from './messages'

/**
 * Entry of the redirect thread: the service of service.ts, whose look-ups go to the main thread, which holds the
 * database.
 */
async function main(port: NonNullable<typeof parentPort>): Promise<void> {
  const { config, processKey } = workerData as ThreadData
  const post = (message: FromThread) => port.postMessage(message)
  const calls = new Calls()
  let service: RedirectService | undefined
  port.on('message', (message: ToThread) => {
    if (message.type === 'forget') service?.forget(message.what, message.key)
    else if (message.type === 'drain') service?.drain()
    else if (message.type === 'close') void service?.close().then(() => post({ type: 'closed' }))
    else if (message.type === 'failed') calls.reject(message.call, new Error(message.message))
    else calls.resolve(message.call, message.found)
  })
  try {
    service = await openRedirectService(
      config,
      processKey,
      {
        untilOpen: () => calls.make<void>((call) => post({ type: 'await-database', call })),
        findTargets: (keys) => calls.make<Targets>((call) => post({ type: 'find-targets', call, keys })),
        findDomains: (hosts) => calls.make<Domains>((call) => post({ type: 'find-domains', call, hosts })),
        findPaths: (keys) => calls.make<Paths>((call) => post({ type: 'find-paths', call, keys })),
        findReportKey: (day) => calls.make<string>((call) => post({ type: 'find-report-key', call, day })),
        storeReport: (complaint) =>
          calls.make<void>((call) => post({ type: 'store-report', call, report: complaint })),
        storeScans: (batchId, records) =>
          calls.make<void>((call) => post({ type: 'store', call, batchId, records })),
        report: (level, message, failure) =>
          post({ type: 'report', level, message, failure: failure && textOf(failure) }),
      },
      systemClock,
    )
    post({ type: 'listening', port: service.port })
    freeStartupMemory()
  } catch (error) {
    post({ type: 'refused', failure: textOf(error) })
  }
}

/** With its causes, as a log has it. */
const textOf = (error: unknown): string => inspect(error)

/** Pending calls to the main thread. */
class Calls {
  readonly #waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  #last = 0

  make<T>(send: (call: number) => void): Promise<T> {
    const call = ++this.#last
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(call, { resolve: resolve as (value: unknown) => void, reject })
      send(call)
    })
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

if (parentPort) await main(parentPort)
