import { availableParallelism } from 'node:os'
import type { Piscina } from 'piscina'
import { AppError } from '../app-error'
import { type TaskAnswer, unwrap } from './task'

const MOST_THREADS = 4
/** Work that waits; what comes on top is refused at once instead of late. */
const LONGEST_QUEUE = 64
const IDLE_MS = 20_000
const HEAP_LIMIT_MB = 256
/** Drawing gives way to answers: a whole class lower than a usual thread. */
const NICE_INCREMENT = 5

/** Threads for work that would hold up the event loop; none is there before the first work and after the last. */
export interface WorkerPool {
  /**
   * Runs a task of the entry by its name. What the task throws as AppError is thrown here.
   * @param input is cloned
   * @param timeoutMs waiting included; a task that runs on is ended with its thread
   * @throws AppError ServiceUnavailable when too much waits, or after the time, or when the thread ran out of memory
   */
  run<T>(task: string, input: unknown, timeoutMs: number): Promise<T>
  /** Ends all threads; work under way fails with ServiceUnavailable. */
  close(): Promise<void>
}

export interface PoolLimits {
  threads?: number
  longestQueue?: number
  heapLimitMb?: number
}

/** @param entry a module whose exports are made by `task` */
export function openWorkerPool(
  entry: URL,
  {
    threads = Math.min(MOST_THREADS, Math.max(2, availableParallelism() - 1)),
    longestQueue = LONGEST_QUEUE,
    heapLimitMb = HEAP_LIMIT_MB,
  }: PoolLimits = {},
): WorkerPool {
  let opened: Promise<Piscina> | undefined
  let isClosed = false

  const open = async () => {
    const { Piscina } = await import('piscina')
    return new Piscina({
      filename: entry.href,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: heapLimitMb },
      niceIncrement: NICE_INCREMENT,
    })
  }

  return {
    async run<T>(name: string, input: unknown, timeoutMs: number) {
      if (isClosed) throw new AppError('ServiceUnavailable')
      opened ??= open()
      const pool = await opened
      if (pool.queueSize >= longestQueue) throw new AppError('ServiceUnavailable')
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        return unwrap<T>((await pool.run(input, { name, signal })) as TaskAnswer<T>)
      } catch (cause) {
        const isOurs = cause instanceof AppError || !(signal.aborted || isClosed || isOutOfMemory(cause))
        throw isOurs ? cause : new AppError('ServiceUnavailable', undefined, undefined, { cause })
      }
    },
    async close() {
      isClosed = true
      await (await opened)?.destroy()
    },
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
