import { type ChildProcess, fork } from 'node:child_process'
import type { FromSupervisor, ToSupervisor } from './messages'

/** The first start again is at once, the next ones wait longer and longer. */
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000
/** A process that was healthy for that long restarts at once. */
const WELL_AFTER_MS = 60_000
/** Messages that a process has not taken. It asks for a few at a time: this much waits only for one that hangs. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024
/** Of a message without a body. */
const SMALL_BYTES = 256

/** How a process ended: its exit code, or the signal that ended it; neither when it could not be started. */
export interface ProcessEnd {
  pid: number | undefined
  code: number | null
  signal: NodeJS.Signals | null
  failure?: Error
}

export interface KeptProcessOptions {
  entry: URL
  args: readonly string[]
  onStart(): void
  onMessage(message: ToSupervisor): void
  onEnd(ended: ProcessEnd): void
}

/**
 * A child process that can be started again. It is in a process group of its own: a terminal would send Ctrl-C to it
 * as well as to us.
 */
export class KeptProcess {
  #child: ChildProcess | null = null
  #timer: NodeJS.Timeout | null = null
  #waitMs = 0
  #readyAtMs: number | null = null
  #waitingBytes = 0

  constructor(private readonly options: KeptProcessOptions) {}

  get pid(): number | undefined {
    return this.#child?.pid
  }

  get isRunning(): boolean {
    return this.#child !== null
  }

  start(): void {
    const { entry, args, onStart, onMessage } = this.options
    const child = fork(entry, args, {
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: process.platform !== 'win32',
      // From its source, in development and in tests.
      ...(entry.pathname.endsWith('.ts') && { execArgv: ['--import', 'tsx'] }),
    })
    this.#child = child
    this.#readyAtMs = null
    this.#waitingBytes = 0
    const end = (ended: Omit<ProcessEnd, 'pid'>) => {
      if (this.#child !== child) return
      this.#child = null
      this.options.onEnd({ pid: child.pid, ...ended })
    }
    child.on('error', (failure) => {
      if (child.pid === undefined) end({ code: null, signal: null, failure })
    })
    child.once('exit', (code, signal) => end({ code, signal }))
    child.on('message', (message: ToSupervisor) => {
      if (message.type === 'ready') this.#readyAtMs = performance.now()
      onMessage(message)
    })
    onStart()
  }

  /** Starts it again after a while. @returns ms until then */
  startAgain(): number {
    if (this.#readyAtMs !== null && performance.now() - this.#readyAtMs > WELL_AFTER_MS) this.#waitMs = 0
    const waitMs = this.#waitMs
    this.#waitMs = Math.min(LONGEST_WAIT_MS, Math.max(FIRST_WAIT_MS, 2 * waitMs))
    this.#timer = setTimeout(() => this.start(), waitMs)
    return waitMs
  }

  /** It does not start again. */
  rest(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
  }

  send(message: FromSupervisor): void {
    const child = this.#child
    if (!child?.connected) return
    const bytes = message.type === 'relay' ? message.body.length : SMALL_BYTES
    this.#waitingBytes += bytes
    // Rather it than us.
    if (this.#waitingBytes > MAX_WAITING_BYTES) this.kill()
    else
      child.send(message, undefined, {}, () => {
        if (this.#child === child) this.#waitingBytes -= bytes
      })
  }

  kill(): void {
    this.#child?.kill('SIGKILL')
  }
}
