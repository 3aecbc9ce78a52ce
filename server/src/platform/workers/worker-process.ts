import { type ChildProcess, spawn } from 'node:child_process'
import type { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { cpuTimeOf } from './cpu-time'
import { type LimitedCommand, limitedCommand, type ProcessLimits } from './limited-command'
import { bundleOfSource } from './source-bundle'
import { READY, replyOf, TASK_CHANNEL, type TaskCall, type TaskReply } from './task'
import { readMessages, writeMessage } from './wire'

/** Enough of the standard error of a process to see why it did not start. */
const MAX_COMPLAINT = 4_000

/** Nothing that a process could still say is worth more than to know why it ended. */
const ignored = () => {}

/** A process of a pool that ended in the middle of a task, because the task took too much or answered what is not an answer. */
export class TaskLimitError extends Error {
  override name = 'TaskLimitError'
}

/** A process that runs the tasks of an entry, one at a time. */
export class WorkerProcess {
  readonly startedAt = performance.now()
  readonly #child: ChildProcess
  readonly #channel: Duplex
  readonly #ready: Promise<void>
  readonly #ended: Promise<Error>
  #receive: (message: unknown) => void = ignored
  #fault: unknown
  #complaint = ''
  #calls = 0

  /** @param maxAnswerBytes of one answer; a process that sends more is ended */
  constructor(entry: URL, limits: ProcessLimits, maxAnswerBytes: number) {
    const { file, args, env } = commandOf(entry, limits)
    this.#child = spawn(file, args, { env, stdio: ['ignore', 'ignore', 'pipe', 'pipe'] })
    const child = this.#child
    this.#channel = child.stdio[TASK_CHANNEL] as Duplex
    child.stderr
      ?.setEncoding('utf8')
      .on('data', (text: string) => {
        this.#complaint = (this.#complaint + text).slice(-MAX_COMPLAINT)
      })
      .on('error', ignored)
    this.#ended = new Promise((resolve) => {
      child.on('error', resolve)
      child.once('exit', (code, signal) => resolve(new Error(`ended by ${signal ?? `code ${code}`}`)))
    })
    this.#ready = new Promise((resolve) => {
      this.#receive = (message) => (message === READY ? resolve() : this.end())
    })
    // What is written to a process that has ended fails, and its end is reported.
    this.#channel.on('error', ignored)
    void this.#listen(maxAnswerBytes)
    // A pending call keeps the program alive, an idle process does not.
    child.unref()
    for (const stream of [this.#channel, child.stderr])
      (stream as unknown as { unref(): void } | null)?.unref()
  }

  /** Ends the process with its channel, and when what comes through it is not a message. */
  async #listen(maxAnswerBytes: number): Promise<void> {
    try {
      for await (const message of readMessages(this.#channel, maxAnswerBytes)) this.#receive(message)
    } catch (error) {
      this.#fault = error
    }
    this.end()
  }

  /** Resolves when the process has ended, however it did. */
  get ended(): Promise<unknown> {
    return this.#ended
  }

  /**
   * @param cpuMs processor time after which the task is ended with its process; null for no end
   * @throws TaskLimitError when the task took too much time or memory, or its answer is none or too long, Error when
   *   the process did not start
   */
  async run(call: TaskCall, cpuMs: number | null): Promise<TaskReply> {
    await Promise.race([this.#ready, this.#ended.then((cause) => this.#failStart(cause))])
    const number = ++this.#calls
    const stopWatching = cpuMs === null ? null : this.#watchCpu(cpuMs)
    try {
      const answer = new Promise<TaskReply>((resolve) => {
        this.#receive = (message) => {
          const reply = replyOf(message, number)
          this.#receive = () => this.end()
          if (reply) resolve(reply)
          else this.end()
        }
      })
      writeMessage(this.#channel, { number, ...call })
      const end = this.#ended.then((cause) => {
        throw new TaskLimitError(`A worker ${cause.message}`, { cause: this.#fault ?? cause })
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
