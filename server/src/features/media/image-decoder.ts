import * as z from 'zod'
import { AppError } from '../../platform/app-error'
import type { ReceivedFile } from '../../platform/files/file-store'
import { Bytes, openWorkerPool, type PoolLimits } from '../../platform/workers/pool'
import { workerEntry } from '../../platform/workers/worker-entry'
import { TaskLimitError } from '../../platform/workers/worker-process'
import type { CleanImage } from './image'

/** Waiting included: on a busy machine the last of many has to come to its turn. */
const TIMEOUT_MS = 25_000
/** What one image may take: processor time, and all memory of the process. The largest that is taken needs half a second. */
const LIMITS = { processes: 2, memoryMb: 208, cpuMs: 5_000 }

const RESULTS = {
  clean: z.object({ type: z.enum(['image/png', 'image/jpeg']), bytes: Bytes }),
} satisfies { clean: z.ZodType<CleanImage> }

/** Decodes uploaded images, one at a time of each lane, in a process that is killed by itself when one of them takes too much. */
export interface ImageDecoder {
  /**
   * An image encoded again; see `cleanImage`.
   * @throws AppError as `cleanImage`, ValidationError for one that takes too much time or memory,
   *   TooManyAtOnce and ServiceUnavailable when too many wait
   */
  clean(file: ReceivedFile, field: string, maxSide?: number): Promise<CleanImage>
  close(): Promise<void>
}

/** Opens nothing yet: the process starts with the first image. */
export function openImageDecoder(limits: PoolLimits = {}): ImageDecoder {
  const pool = openWorkerPool('images', workerEntry(import.meta.url, 'image-worker'), RESULTS, {
    ...LIMITS,
    ...limits,
  })
  return {
    async clean({ path }, field, maxSide) {
      try {
        return await pool.run('clean', { path, field, maxSide: maxSide ?? null }, TIMEOUT_MS)
      } catch (error) {
        if (!(error instanceof AppError && error.cause instanceof TaskLimitError)) throw error
        throw new AppError('ValidationError', { [field]: 'image-too-complex' }, undefined, { cause: error })
      }
    },
    close: () => pool.close(),
  }
}
