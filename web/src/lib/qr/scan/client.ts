import type { Repair, ScanReport } from '@scanleaf/qr/scan-check'
import type { ScanAnswers, ScanReply, ScanRequest, ScanSubject, ScanTask } from './messages'

interface Job {
  request: ScanRequest
  signal: AbortSignal | undefined
  resolve: (answer: never) => void
  reject: (reason: unknown) => void
}

/** One worker for the page; it takes one request at a time, so cancelled requests cost nothing. */
let worker: Worker | null = null
let running: Job | null = null
let waiting: Job[] = []
let lastId = 0

/**
 * Judges a design by decoding it under simulated conditions, off the main thread.
 * @param signal cancels: a check that has not begun is skipped, the result of one that has is dropped
 * @throws Error when the design cannot be checked
 */
export const checkScan = (subject: ScanSubject, signal?: AbortSignal): Promise<ScanReport> =>
  ask('check', subject, signal)

/** The nearest design that passes, off the main thread. */
export const repairScan = (subject: ScanSubject, signal?: AbortSignal): Promise<Repair> =>
  ask('repair', subject, signal)

function ask<Task extends ScanTask>(task: Task, subject: ScanSubject, signal: AbortSignal | undefined) {
  return new Promise<ScanAnswers[Task]>((resolve, reject) => {
    signal?.throwIfAborted()
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
    lastId += 1
    waiting.push({ request: { id: lastId, task, ...subject }, signal, resolve, reject })
    startNext()
  })
}

function startNext() {
  if (running) return
  waiting = waiting.filter(({ signal }) => !signal?.aborted)
  running = waiting.shift() ?? null
  if (running) openWorker().postMessage(running.request)
}

function openWorker(): Worker {
  if (worker) return worker
  worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('message', ({ data }: MessageEvent<ScanReply>) => finish(data))
  worker.addEventListener('error', () => {
    // A worker that did not load or broke is replaced with the next request.
    worker?.terminate()
    worker = null
    if (running) finish({ id: running.request.id, failure: 'the scan check did not start' })
  })
  return worker
}

function finish(reply: ScanReply) {
  const job = running
  if (job?.request.id !== reply.id) return
  running = null
  if (reply.failure === undefined) job.resolve(reply.answer as never)
  else job.reject(new Error(reply.failure))
  startNext()
}
