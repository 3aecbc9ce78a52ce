import { readFile } from 'node:fs/promises'
import type { PictureUse } from '@scanleaf/shared'
import { serveTasks } from '../../platform/workers/task'
import { cleanImage } from './image'
import { drawPicture } from './picture'

/** Entry of the process of image-decoder.ts. */
await serveTasks({
  clean: async ({ path, field, maxSide }: { path: string; field: string; maxSide: number | null }) =>
    cleanImage(await readFile(path), field, maxSide),
  draw: async ({ path, field, use }: { path: string; field: string; use: PictureUse }) =>
    drawPicture(await readFile(path), field, use),
})
