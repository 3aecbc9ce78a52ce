import { availableParallelism } from 'node:os'
import * as z from 'zod'
import { AppError } from '../app-error'
import { FairQueue } from '../fair-queue/fair-queue'
import { currentLane } from '../fair-queue/lane'
import { taskResultOf } from './task'
import { TaskLimitError, WorkerProcess } from './worker-process'

const MAX_PROCESSES = 4
/** Queued tasks, each with its input in memory: of one lane, and of all. */
const MAX_QUEUE_OF_LANE = 24
const MAX_QUEUE = 128
const IDLE_MS = 20_000
/** An older process is replaced when it is free, so that the limit of its whole life never affects honest work. */
const MAX_AGE_MS = 5 * 60_000
const LIFETIME_CPU_SECONDS = 20 * 60
/** The largest picture that is drawn, and as much again. */
const MAX_ANSWER_BYTES = 96 * 1024 * 1024

/** A byte array in the result of a task. */
export const Bytes = z.instanceof(Uint8Array)

/** What each task answers, by its name: a process that reads untrusted files may have been made to answer anything. */
export type TaskResults = Record<string, z.ZodType>

/**
 * Processes for work that would block the event loop or reads untrusted files; none is running when idle. Accounts and
 * addresses take turns.
 */
export interface WorkerPool<Results extends TaskResults> {
  /**
   * Runs a task of the entry by its name, for the lane of the running code. An AppError of the task is thrown here.
   * @param input plain values, and byte arrays
   * @param timeoutMs waiting included; a task that runs longer is ended with its process
   * @throws AppError TooManyAtOnce when the lane has its share of the pool, ServiceUnavailable when too many wait, or
   *   after the time; with a TaskLimitError as its cause when the task exceeded its memory or processor time, or its
   *   process answered what is not an answer, or not of the shape of this task
   */
  run<Task extends keyof Results & string>(
    task: Task,
    input: unknown,
    timeoutMs: number,
  ): Promise<z.output<Results[Task]>>
  /** Ends all processes; work under way fails with ServiceUnavailable. */
  close(): Promise<void>
}

export interface PoolLimits {
  processes?: number
  /** Of one lane; by default one fewer than there are, so that a newcomer finds one, and the only one where there is one. */
  processesOfLane?: number
  maxQueue?: number
  maxQueueOfLane?: number
  /** Memory of each process in MiB, with that of native libraries; by default only the heap of JavaScript is limited. */
  memoryMb?: number
  /** Processor time of each task. */
  cpuMs?: number
  /** Of an answer. */
  maxAnswerBytes?: number
}

/** As many as do the work of one lane, and one more, which starts when another lane comes meanwhile. */
export const defaultProcesses = (): number =>
  Math.min(MAX_PROCESSES, Math.max(2, availableParallelism() - 1)) + 1

/**
 * @param name in metrics
 * @param entry a module that calls `serveTasks`
 * @param results the shape of what each of its tasks answers
 */
export function openWorkerPool<Results extends TaskResults>(
  name: string,
  entry: URL,
  results: Results,
  {
    processes = defaultProcesses(),
    processesOfLane = Math.max(1, processes - 1),
    maxQueue = MAX_QUEUE,
    maxQueueOfLane = MAX_QUEUE_OF_LANE,
    memoryMb,
    cpuMs,
    maxAnswerBytes = MAX_ANSWER_BYTES,
  }: PoolLimits = {},
): WorkerPool<Results> {
  const workers = new Set<WorkerProcess>()
  const idle = new Map<WorkerProcess, NodeJS.Timeout>()
  const turns = new FairQueue({
    name,
    running: processes,
    runningOfLane: processesOfLane,
    waiting: maxQueue,
    waitingOfLane: maxQueueOfLane,
  })
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
  }

  function takeIdle(): WorkerProcess | undefined {
    const [worker] = idle.keys()
    if (!worker) return undefined
    clearTimeout(idle.get(worker))
    idle.delete(worker)
    return worker
  }

  /** A process that ends takes no more tasks, and has its memory until the system reports its end. */
  async function take(): Promise<WorkerProcess> {
    for (;;) {
      if (isClosed) throw new AppError('ServiceUnavailable')
      const worker = takeIdle() ?? (workers.size < processes ? start() : null)
      if (worker) return worker
      await Promise.race([...workers].map(({ ended }) => ended))
    }
  }

  function retire(worker: WorkerProcess): void {
    idle.delete(worker)
    worker.end()
  }

  function release(worker: WorkerProcess): void {
    if (!workers.has(worker)) return
    if (performance.now() - worker.startedAt > MAX_AGE_MS) worker.end()
    else idle.set(worker, setTimeout(() => retire(worker), IDLE_MS).unref())
  }

  /** Ends when the task has answered or its process has ended. */
  async function runWithin(task: keyof Results & string, input: unknown, timeoutMs: number) {
    const worker = await take()
    let isLate = false
    let isTrusted = true
    const timer = setTimeout(() => {
      isLate = true
      worker.end()
    }, timeoutMs)
    try {
      const value = taskResultOf(await worker.run({ name: task, input }, cpuMs ?? null))
      const result = results[task]?.safeParse(value)
      if (result?.success) return result.data as z.output<Results[typeof task]>
      isTrusted = false
      worker.end()
      throw new TaskLimitError(`A worker answered ${task} in another shape`, { cause: result?.error })
    } catch (cause) {
      if (isLate) throw new AppError('ServiceUnavailable')
      if (!isClosed && !(cause instanceof TaskLimitError)) throw cause
      throw new AppError('ServiceUnavailable', undefined, undefined, { cause })
    } finally {
      clearTimeout(timer)
      if (!isLate && isTrusted) release(worker)
    }
  }

  return {
    async run(task, input, timeoutMs) {
      const startedAt = performance.now()
      const turn = turns.enter(currentLane(), timeoutMs)
      await turn.come
      try {
        return await runWithin(task, input, timeoutMs - (performance.now() - startedAt))
      } finally {
        turn.end()
      }
    },
    async close() {
      isClosed = true
      turns.close()
      for (const worker of workers) worker.end()
      await Promise.all([...workers].map(({ ended }) => ended))
    },
  }
}
