import type { PictureUse } from '@scanleaf/shared'
import * as z from 'zod'
import { AppError } from '../../platform/app-error'
import type { ReceivedFile } from '../../platform/files/file-store'
import { Bytes, openWorkerPool, type PoolLimits } from '../../platform/workers/pool'
import { workerEntry } from '../../platform/workers/worker-entry'
import { TaskLimitError } from '../../platform/workers/worker-process'
import type { CleanImage } from './image'
import type { DrawnPicture } from './picture'

/** Waiting included: on a busy machine the last of many has to come to its turn. */
const TIMEOUT_MS = 25_000
/** What one image may take: processor time, and all memory of the process. The largest that is taken needs half a second. */
const LIMITS = { processes: 2, memoryMb: 208, cpuMs: 5_000 }

/** Of what is drawn, in pixels. */
const Side = z.number().int().min(1).max(2000)
const RESULTS = {
  clean: z.object({ type: z.enum(['image/png', 'image/jpeg']), bytes: Bytes }),
  draw: z.object({ width: Side, height: Side, small: Bytes, large: Bytes }),
} satisfies { clean: z.ZodType<CleanImage>; draw: z.ZodType<DrawnPicture> }

/** Decodes uploaded images, one at a time of each lane, in a process that is killed by itself when one of them takes too much. */
export interface ImageDecoder {
  /**
   * An image encoded again; see `cleanImage`.
   * @throws AppError as `cleanImage`, ValidationError for one that takes too much time or memory,
   *   TooManyAtOnce and ServiceUnavailable when too many wait
   */
  clean(file: ReceivedFile, field: string, maxSide?: number): Promise<CleanImage>
  /** A picture of a page; see `drawPicture`. @throws AppError as `clean` */
  draw(file: ReceivedFile, field: string, use: PictureUse): Promise<DrawnPicture>
  close(): Promise<void>
}

/** Opens nothing yet: the process starts with the first image. */
export function openImageDecoder(limits: PoolLimits = {}): ImageDecoder {
  const pool = openWorkerPool('images', workerEntry(import.meta.url, 'image-worker'), RESULTS, {
    ...LIMITS,
    ...limits,
  })
  const namingLimit = async <T>(field: string, work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      if (!(error instanceof AppError && error.cause instanceof TaskLimitError)) throw error
      throw new AppError('ValidationError', { [field]: 'image-too-complex' }, undefined, { cause: error })
    }
  }
  return {
    clean: ({ path }, field, maxSide) =>
      namingLimit(field, pool.run('clean', { path, field, maxSide: maxSide ?? null }, TIMEOUT_MS)),
    draw: ({ path }, field, use) => namingLimit(field, pool.run('draw', { path, field, use }, TIMEOUT_MS)),
    close: () => pool.close(),
  }
}
