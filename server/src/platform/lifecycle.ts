import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from './config/config'
import type { Log } from './logging'

type Role = Config['role']

/** A part that hangs is left behind after this long, so that the others still stop. */
const STOP_WITHIN_MS = 5_000

interface Closeable {
  /** `/readyz` fails from here on; everything else continues. */
  drain?(): void
  close(): Promise<unknown>
}

/**
 * A part of the program: its name, its roles, its dependencies, how it starts. What it starts is closed when
 * the program stops.
 */
export interface Part<Parts, Name extends keyof Parts, Need extends keyof Parts> {
  name: Name
  /** In a process of another role it is null for those that need it. */
  roles: readonly Role[]
  /** It starts when the program is ready. */
  isBackground?: true
  needs: readonly Need[]
  start(have: Pick<Parts, Need>): Promise<Parts[Name]>
}

/** A part among others: made by `declarePart`, which has checked its dependencies. */
export type AnyPart<Parts> = Part<Parts, keyof Parts, keyof Parts>

export const declarePart =
  <Parts>() =>
  <Name extends keyof Parts, Need extends keyof Parts>(part: Part<Parts, Name, Need>): AnyPart<Parts> =>
    part as unknown as AnyPart<Parts>

/** Starts the parts of each phase in the order of the list, and stops all of them in the reverse order. */
export class Lifecycle<Parts extends Record<keyof Parts, Closeable | null>> {
  isStopping = false
  readonly #running: Partial<Parts> = {}
  /** A stop waits for what starts in the background, or it would outlive its database. */
  #starting: Promise<unknown> = Promise.resolve()

  readonly #parts: readonly AnyPart<Parts>[]

  constructor(
    parts: readonly AnyPart<Parts>[],
    role: Role,
    private readonly log: Log,
  ) {
    this.#parts = parts.filter(({ roles }) => roles.includes(role))
  }

  /** Starts the parts that the program needs to be ready. */
  async open(): Promise<void> {
    for (const part of this.#parts) if (!part.isBackground) await this.#startOne(part)
  }

  /** Starts the rest, until a stop comes. */
  async startBackground(): Promise<void> {
    for (const part of this.#parts.filter(({ isBackground }) => isBackground)) {
      if (this.isStopping) return
      this.#starting = this.#startOne(part)
      await this.#starting
    }
  }

  async #startOne(part: AnyPart<Parts>): Promise<void> {
    const startedAt = performance.now()
    const have = Object.fromEntries(part.needs.map((name) => [name, this.get(name)]))
    const value = await part.start(have as unknown as Parts)
    this.#running[part.name] = value
    if (value) this.log.debug({ part: part.name, ms: Math.round(performance.now() - startedAt) }, 'started')
  }

  /** A part that is needed, null where this process has none. @throws Error when it has not been started */
  get<Name extends keyof Parts>(name: Name): Parts[Name] {
    const isHere = this.#parts.some((part) => part.name === name)
    const value = isHere ? this.#running[name] : null
    if (value === undefined) throw new Error(`${String(name)} is used before it has started`)
    return value as Parts[Name]
  }

  /** Fails `/readyz`, and gives balancers the time to see it while every request is still answered. */
  async drain(delayMs: number): Promise<void> {
    this.isStopping = true
    for (const { name } of this.#parts) this.#running[name]?.drain?.()
    await pause(delayMs)
  }

  async stop(): Promise<void> {
    this.isStopping = true
    await this.#starting.catch(() => {})
    for (const { name } of [...this.#parts].reverse()) {
      const part = this.#running[name]
      if (part) await this.#stopOne(name, part)
    }
  }

  async #stopOne(part: keyof Parts, value: Closeable): Promise<void> {
    const startedAt = performance.now()
    const outcome = await Promise.race([
      value.close().then(
        () => 'stopped',
        (err) => ({ err }),
      ),
      pause(STOP_WITHIN_MS, 'did not stop in time', { ref: false }),
    ])
    const line = { part, ms: Math.round(performance.now() - startedAt) }
    if (typeof outcome === 'object') this.log.error({ ...line, ...outcome }, 'could not stop')
    else this.log[outcome === 'stopped' ? 'debug' : 'warn'](line, outcome)
  }
}
