import type { StartTimer } from '../timer'

interface Due {
  atMs: number
  run: () => void
}

/** A fake clock that a test advances. */
export class ManualTimer {
  nowMs = 0
  #due: Due[] = []

  readonly after: StartTimer = (ms, run) => {
    const entry = { atMs: this.nowMs + ms, run }
    this.#due.push(entry)
    return () => {
      this.#due = this.#due.filter((other) => other !== entry)
    }
  }

  /** Remaining delays of the pending timers, soonest first. */
  get waitingMs(): number[] {
    return this.#due.map(({ atMs }) => atMs - this.nowMs).sort((a, b) => a - b)
  }

  /** Advances the clock: due timers run in their order, and their effects settle in between. */
  async pass(ms: number): Promise<void> {
    const endMs = this.nowMs + ms
    await settle()
    for (;;) {
      const next = this.#due.filter(({ atMs }) => atMs <= endMs).sort((a, b) => a.atMs - b.atMs)[0]
      if (!next) break
      this.#due = this.#due.filter((other) => other !== next)
      this.nowMs = next.atMs
      next.run()
      await settle()
    }
    this.nowMs = endMs
  }
}

/** Everything that only waits for promises has run. */
const settle = () => new Promise<void>((resolve) => setTimeout(resolve))
