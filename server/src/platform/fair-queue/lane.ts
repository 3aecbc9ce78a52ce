import { AsyncLocalStorage } from 'node:async_hooks'

/** The lane of all that no request asked for: jobs, importers, cleanups. */
export const BACKGROUND = 'background'
/** Look-ups for visitors whose code is not in memory yet. */
export const VISITORS = 'visitors'
/** Probes of a load balancer, which must not wait for those whose address it may share. */
export const PROBES = 'probes'

const current = new AsyncLocalStorage<string>()

/** Whom the running code works for: whoever shares a lane takes turns with the other lanes (see `FairQueue`). */
export const currentLane = (): string => current.getStore() ?? BACKGROUND

export const laneOfAccount = (userId: string): string => `account ${userId}`

/** Of whoever shows a session that has not been looked up yet: others of the same address must not wait for them. */
export const laneOfToken = (token: string): string => `token ${token}`

/** Runs `work`, and all that it starts, for a lane. */
export const inLane = <T>(lane: string, work: () => T): T => current.run(lane, work)

/** The same items, each made for a lane, whoever takes them: a stream is read on in the context of its socket. */
export async function* madeInLane<T>(lane: string, items: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await inLane(lane, () => iterator.next())
      if (next.done) return
      yield next.value
    }
  } finally {
    await inLane(lane, () => iterator.return?.())
  }
}
