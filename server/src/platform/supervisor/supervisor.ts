import { writeFileSync } from 'node:fs'
import { type LineLevel, type LogFormat, openLines } from '../log-line'
import { KeptProcess, type ProcessEnd } from './kept-process'
import type { ProgramStart, Restarts, ToSupervisor } from './messages'

/** A terminal and npm both pass Ctrl-C on; a second one, later, stops hard. */
const SAME_KEY_PRESS_MS = 1_000
/** Once the program has ended, which has stopped the redirect, or would have. */
const REDIRECT_STOPS_WITHIN_MS = 4_500
/** Of 1000: where memory ends the kernel ends the program, however much the redirect remembers. */
const PROGRAM_OOM_SCORE = '300'

export interface SupervisorOptions {
  program: URL
  redirect: URL
  /** Arguments of the program. */
  args: readonly string[]
  logLevel: string
  logFormat: LogFormat
  /** Everything has ended. */
  exit(code: number): void
}

/**
 * Keeps the program and, where the program wants one, the redirect: each goes on when the other ends, which is started
 * again (docs/decisions/processes.md). It opens nothing, and reads nothing of what the two have to say to each other.
 */
export class Supervisor {
  readonly #program: KeptProcess
  readonly #redirect: KeptProcess
  readonly #options: SupervisorOptions
  readonly #log: (level: LineLevel, message: string, fields?: object, failure?: Error) => void
  readonly #restarts: Restarts = { program: 0, redirect: 0 }
  #redirectSettings: object | null = null
  /** Until then an exit is a refusal, such as a port in use: an operator has to know, and nothing else would help. */
  #wasReady = false
  #stoppedAtMs: number | null = null
  /** It ends because it asked to begin anew. */
  #isRestarting = false
  #exitCode = 0

  constructor(options: SupervisorOptions) {
    this.#options = options
    this.#log = openLines(options.logLevel, options.logFormat)
    this.#program = new KeptProcess({
      entry: options.program,
      args: options.args,
      onStart: () => this.#onProgramStart(),
      onMessage: (message) => this.#onMessage(message, this.#redirect),
      onEnd: (ended) => this.#onProgramEnd(ended),
    })
    this.#redirect = new KeptProcess({
      entry: options.redirect,
      args: [],
      onStart: () => this.#redirect.send({ type: 'start', settings: this.#redirectSettings ?? {} }),
      onMessage: (message) => this.#onMessage(message, this.#program),
      onEnd: (ended) => this.#onRedirectEnd(ended),
    })
  }

  start(): void {
    this.#program.start()
  }

  /** The program stops, and stops the redirect before what that needs; called again later, both end at once. */
  stop(): void {
    const now = performance.now()
    if (this.#stoppedAtMs !== null) {
      if (now - this.#stoppedAtMs < SAME_KEY_PRESS_MS) return
      this.#exitCode = 1
      this.#program.kill()
      this.#redirect.kill()
      return
    }
    this.#stoppedAtMs = now
    this.#program.rest()
    this.#redirect.rest()
    if (this.#program.isRunning) this.#program.send({ type: 'stop' })
    else this.#stopRedirect()
  }

  #stopRedirect(): void {
    this.#stoppedAtMs ??= performance.now()
    this.#redirect.rest()
    this.#redirect.send({ type: 'stop' })
    setTimeout(() => this.#redirect.kill(), REDIRECT_STOPS_WITHIN_MS).unref()
    this.#exitWhenAllEnded()
  }

  #exitWhenAllEnded(): void {
    if (!this.#program.isRunning && !this.#redirect.isRunning) this.#options.exit(this.#exitCode)
  }

  #onMessage(message: ToSupervisor, other: KeptProcess): void {
    if (message.type === 'relay') other.send(message)
    else if (message.type === 'keep-redirect') this.#keepRedirect(message.settings)
    else if (message.type === 'restart') this.#restart()
    else if (message.type === 'ready') this.#wasReady ||= other === this.#redirect
  }

  #restart(): void {
    this.#isRestarting = true
    this.#program.send({ type: 'stop' })
  }

  #keepRedirect(settings: object): void {
    const isKept = this.#redirectSettings !== null
    this.#redirectSettings = settings
    if (this.#stoppedAtMs === null && !this.#redirect.isRunning && !isKept) this.#redirect.start()
  }

  #onProgramStart(): void {
    const { pid } = this.#program
    if (process.platform === 'linux' && pid !== undefined) preferToEnd(pid)
    const settings: ProgramStart = {
      restarts: this.#restarts,
      isRedirectRunning: this.#redirectSettings !== null,
    }
    this.#program.send({ type: 'start', settings })
  }

  #onProgramEnd(ended: ProcessEnd): void {
    if (this.#isRestarting && this.#stoppedAtMs === null) {
      this.#isRestarting = false
      this.#program.start()
      return
    }
    const isRefused = !this.#wasReady && ended.code !== null
    // Whoever sends SIGTERM to the program means all of it.
    if (this.#stoppedAtMs !== null || ended.code === 0 || isRefused) {
      this.#exitCode ||= ended.code ?? 1
      this.#stopRedirect()
      return
    }
    this.#redirect.send({ type: 'other-ended' })
    this.#restarts.program += 1
    this.#logEnd('the program has ended: it is started again', ended, this.#program.startAgain())
  }

  #onRedirectEnd(ended: ProcessEnd): void {
    this.#program.send({ type: 'other-ended' })
    if (this.#stoppedAtMs !== null) {
      if (!this.#program.isRunning) this.#exitWhenAllEnded()
    } else if (ended.code === 0)
      // The program has stopped it, and ends.
      this.#redirectSettings = null
    else {
      this.#restarts.redirect += 1
      this.#logEnd('the redirect has ended: it is started again', ended, this.#redirect.startAgain())
      this.#program.send({ type: 'restarts', restarts: this.#restarts })
    }
  }

  #logEnd(message: string, { failure, ...ended }: ProcessEnd, inMs: number): void {
    this.#log('error', message, { ended, inMs }, failure)
  }
}

/** Its children are so, too. Any process may raise the number, where the system shows it. */
function preferToEnd(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, PROGRAM_OOM_SCORE)
  } catch {
    // Then the largest ends.
  }
}
