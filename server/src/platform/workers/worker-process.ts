import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { cpuTimeOf } from './cpu-time'
import { type LimitedCommand, limitedCommand, type ProcessLimits } from './limited-command'
import { bundleOfSource } from './source-bundle'
import type { TaskCall, TaskReply } from './task'

/** Enough of the standard error of a process to see why it did not start. */
const MAX_COMPLAINT = 4_000

/** A process of a pool that ended in the middle of a task, because the task took too much. */
export class TaskLimitError extends Error {
  override name = 'TaskLimitError'
}

/** A process that runs the tasks of an entry, one at a time. */
export class WorkerProcess {
  readonly startedAt = performance.now()
  readonly #child: ChildProcess
  readonly #ready: Promise<void>
  readonly #ended: Promise<Error>
  #complaint = ''

  constructor(entry: URL, limits: ProcessLimits) {
    const { file, args, env } = commandOf(entry, limits)
    this.#child = spawn(file, args, {
      env,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
    })
    const child = this.#child
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#complaint = (this.#complaint + text).slice(-MAX_COMPLAINT)
    })
    this.#ready = new Promise((resolve) => child.once('message', () => resolve()))
    this.#ended = new Promise((resolve) => {
      child.once('error', resolve)
      child.once('exit', (code, signal) => resolve(new Error(`ended by ${signal ?? `code ${code}`}`)))
    })
    // A pending call keeps the program alive, an idle process does not.
    child.unref()
    child.channel?.unref()
    ;(child.stderr as unknown as { unref(): void } | null)?.unref()
  }

  /** Resolves when the process has ended, however it did. */
  get ended(): Promise<unknown> {
    return this.#ended
  }

  /**
   * @param cpuMs processor time after which the task is ended with its process; null for no end
   * @throws TaskLimitError when the task took too much time or memory, Error when the process did not start
   */
  async run(call: TaskCall, cpuMs: number | null): Promise<TaskReply> {
    await Promise.race([this.#ready, this.#ended.then((cause) => this.#failStart(cause))])
    const stopWatching = cpuMs === null ? null : this.#watchCpu(cpuMs)
    try {
      const answer = new Promise<TaskReply>((resolve) => this.#child.once('message', resolve))
      // If it cannot be sent, the process has exited, and that is reported.
      this.#child.send(call, () => {})
      const end = this.#ended.then((cause) => {
        throw new TaskLimitError(`A worker ${cause.message}`, { cause })
      })
      return await Promise.race([answer, end])
    } finally {
      stopWatching?.()
    }
  }

  #failStart(cause: Error): never {
    throw new Error(`A worker did not start: ${cause.message}\n${this.#complaint}`, { cause })
  }

  end(): void {
    this.#child.kill('SIGKILL')
  }

  /**
   * Ends the process once it has used this much time; checks again when it can have done so at the earliest. Uses the
   * clock where the system does not report the processor time of a process.
   */
  #watchCpu(limitMs: number): () => void {
    const { pid = 0 } = this.#child
    const before = cpuTimeOf(pid) ?? 0
    let timer: NodeJS.Timeout
    const look = (leftMs: number): void => {
      timer = setTimeout(() => {
        const used = (cpuTimeOf(pid) ?? Infinity) - before
        if (used < limitMs) look(limitMs - used)
        else this.end()
      }, leftMs)
    }
    look(limitMs)
    return () => clearTimeout(timer)
  }
}

function commandOf(entry: URL, limits: ProcessLimits): LimitedCommand {
  const path = fileURLToPath(entry)
  return limitedCommand([path.endsWith('.ts') ? bundleOfSource(path) : path], limits)
}
