import type { Repair, ScanReport } from '@scanleaf/qr/scan-check'
import type { ScanAnswers, ScanInputs, ScanReply, ScanRequest, ScanSubject, ScanTask } from './messages'

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

/** Longer side under which a picture is read: enough for ten pixels a module of the largest symbol. */
const MAX_PICTURE_SIDE = 1800

/**
 * The text of the code in a picture, off the main thread; null where no decoder finds one.
 * @throws DOMException for a file that this browser cannot decode
 */
export async function readPicture(file: Blob): Promise<string | null> {
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(1, MAX_PICTURE_SIDE / Math.max(bitmap.width, bitmap.height))
  const [width, height] = [bitmap.width, bitmap.height].map((side) =>
    Math.max(1, Math.round(side * scale)),
  ) as [number, number]
  const context = new OffscreenCanvas(width, height).getContext('2d')
  if (!context) throw new Error('no canvas')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  return ask('read', context.getImageData(0, 0, width, height), undefined)
}

function ask<Task extends ScanTask>(task: Task, input: ScanInputs[Task], signal: AbortSignal | undefined) {
  return new Promise<ScanAnswers[Task]>((resolve, reject) => {
    signal?.throwIfAborted()
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
    lastId += 1
    waiting.push({ request: { id: lastId, task, input } as ScanRequest, signal, resolve, reject })
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
