import type { PoolUse } from '../database'
import { unavailable } from '../query-error'

/** One at a time, in order of arrival; who waits too long is refused and does nothing. */
export class Mutex {
  #isTaken = false
  #waiting: (() => void)[] = []

  constructor(private readonly waitMs: number) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#mine()
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#isTaken = false
    }
  }

  use(): PoolUse {
    const busy = this.#isTaken ? 1 : 0
    return { busy, idle: 1 - busy, waiting: this.#waiting.length }
  }

  #mine(): Promise<void> {
    if (!this.#isTaken) {
      this.#isTaken = true
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const taken = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        this.#waiting = this.#waiting.filter((other) => other !== taken)
        reject(unavailable(new Error(`the embedded database was busy for ${this.waitMs} ms`)))
      }, this.waitMs)
      this.#waiting.push(taken)
    })
  }
}
