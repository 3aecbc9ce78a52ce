import type { Language } from '@scanleaf/shared'
import { MAX_FILE_BYTES, type Sheet, TableError } from '@scanleaf/shared/tables'
import type { ReadReply, ReadRequest } from './worker'

/** A file that takes longer has been made to take long. */
const MAX_READ_MS = 20_000

/**
 * Reads a file or a pasted text in a worker of its own, which is ended when it takes too long or is not wanted any more.
 * Nothing of the file leaves the browser.
 * @throws {TableError}
 * @throws what `signal` was aborted with
 */
export async function readInWorker(
  source: File | string,
  language: Language,
  signal: AbortSignal,
  maxMs = MAX_READ_MS,
): Promise<Sheet[]> {
  const size = typeof source === 'string' ? source.length : source.size
  if (size > MAX_FILE_BYTES) throw new TableError('too-large')
  const content = typeof source === 'string' ? source : await source.arrayBuffer()
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise<Sheet[]>((resolve, reject) => {
      signal.throwIfAborted()
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      timer = setTimeout(() => reject(new TableError('too-slow')), maxMs)
      worker.addEventListener('error', () => reject(new TableError('broken')))
      worker.addEventListener('message', ({ data }: MessageEvent<ReadReply>) => {
        if ('sheets' in data) resolve(data.sheets)
        else reject(new TableError(data.problem, data.row))
      })
      const request: ReadRequest = { source: content, language }
      worker.postMessage(request, typeof content === 'string' ? [] : [content])
    })
  } finally {
    clearTimeout(timer)
    worker.terminate()
  }
}
