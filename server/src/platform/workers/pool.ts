import { availableParallelism } from 'node:os'
import { AppError } from '../app-error'
import { resultOf, type TaskCall, type TaskReply } from './task'
import { TaskLimitError, WorkerProcess } from './worker-process'

const MAX_PROCESSES = 4
/** Queued tasks; further ones are refused at once instead of late. */
const MAX_QUEUE = 64
const IDLE_MS = 20_000
/** An older process is replaced when it is free, so that the limit of its whole life never affects honest work. */
const MAX_AGE_MS = 5 * 60_000
const LIFETIME_CPU_SECONDS = 20 * 60
/** The largest picture that is drawn, and as much again. */
const MAX_ANSWER_BYTES = 96 * 1024 * 1024

/** Processes for work that would block the event loop or reads untrusted files; none is running when idle. */
export interface WorkerPool {
  /**
   * Runs a task of the entry by its name. An AppError of the task is thrown here.
   * @param input plain values, and byte arrays
   * @param timeoutMs waiting included; a task that runs longer is ended with its process
   * @throws AppError ServiceUnavailable when too many wait, or after the time; with a TaskLimitError as its cause
   *   when the task exceeded its memory or processor time, or its process answered what is no answer
   */
  run<T>(task: string, input: unknown, timeoutMs: number): Promise<T>
  /** Ends all processes; work under way fails with ServiceUnavailable. */
  close(): Promise<void>
}

export interface PoolLimits {
  processes?: number
  maxQueue?: number
  /** Memory of each process in MiB, with that of native libraries; by default only the heap of JavaScript is limited. */
  memoryMb?: number
  /** Processor time of each task. */
  cpuMs?: number
  /** Of an answer. */
  maxAnswerBytes?: number
}

interface Job {
  call: TaskCall
  worker: WorkerProcess | null
  done(answer: Promise<TaskReply>): void
}

/** @param entry a module that calls `serveTasks` */
export function openWorkerPool(
  entry: URL,
  {
    processes = Math.min(MAX_PROCESSES, Math.max(2, availableParallelism() - 1)),
    maxQueue = MAX_QUEUE,
    memoryMb,
    cpuMs,
    maxAnswerBytes = MAX_ANSWER_BYTES,
  }: PoolLimits = {},
): WorkerPool {
  const workers = new Set<WorkerProcess>()
  const idle = new Map<WorkerProcess, NodeJS.Timeout>()
  const queue: Job[] = []
  let isClosed = false

  function start(): WorkerProcess {
    const limits = { memoryMb: memoryMb ?? null, lifetimeCpuSeconds: LIFETIME_CPU_SECONDS }
    const worker = new WorkerProcess(entry, limits, maxAnswerBytes)
    workers.add(worker)
    void worker.ended.then(() => forget(worker))
    return worker
  }

  function forget(worker: WorkerProcess): void {
    workers.delete(worker)
    clearTimeout(idle.get(worker))
    idle.delete(worker)
    runWaiting()
  }

  function takeIdle(): WorkerProcess | undefined {
    const [worker] = idle.keys()
    if (!worker) return undefined
    clearTimeout(idle.get(worker))
    idle.delete(worker)
    return worker
  }

  /** A process that ends takes no more tasks: until the system reports its end, it would lose one. */
  function retire(worker: WorkerProcess): void {
    idle.delete(worker)
    worker.end()
  }

  function release(worker: WorkerProcess): void {
    if (!workers.has(worker)) return
    if (performance.now() - worker.startedAt > MAX_AGE_MS) worker.end()
    else idle.set(worker, setTimeout(() => retire(worker), IDLE_MS).unref())
  }

  function runWaiting(): void {
    while (queue.length > 0 && !isClosed && (idle.size > 0 || workers.size < processes)) {
      const job = queue.shift() as Job
      let worker: WorkerProcess
      try {
        worker = takeIdle() ?? start()
      } catch (error) {
        // The system has no memory for a process: whoever waits is told, as nobody called for this start.
        job.done(Promise.reject(error))
        continue
      }
      job.worker = worker
      const answer = worker.run(job.call, cpuMs ?? null)
      job.done(answer)
      const next = () => {
        release(worker)
        runWaiting()
      }
      answer.then(next, next)
    }
  }

  /** Ends when the task has answered or its process has ended, and after the time. */
  function queued(call: TaskCall, timeoutMs: number): Promise<TaskReply> {
    return new Promise((resolve, reject) => {
      const job: Job = {
        call,
        worker: null,
        done(answer) {
          answer.finally(() => clearTimeout(timer)).then(resolve, reject)
        },
      }
      const timer = setTimeout(() => {
        if (job.worker) job.worker.end()
        else queue.splice(queue.indexOf(job), 1)
        reject(new AppError('ServiceUnavailable'))
      }, timeoutMs)
      queue.push(job)
      runWaiting()
    })
  }

  return {
    async run<T>(name: string, input: unknown, timeoutMs: number) {
      if (isClosed || queue.length >= maxQueue) throw new AppError('ServiceUnavailable')
      try {
        return resultOf(await queued({ name, input }, timeoutMs)) as T
      } catch (cause) {
        if (!isClosed && !(cause instanceof TaskLimitError)) throw cause
        throw new AppError('ServiceUnavailable', undefined, undefined, { cause })
      }
    },
    async close() {
      isClosed = true
      for (const worker of workers) worker.end()
      for (const job of queue.splice(0)) job.done(Promise.reject(new AppError('ServiceUnavailable')))
      await Promise.all([...workers].map(({ ended }) => ended))
    },
  }
}
