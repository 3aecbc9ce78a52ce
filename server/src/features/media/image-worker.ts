import { readFile } from 'node:fs/promises'
import { serveTasks } from '../../platform/workers/task'
import { cleanImage } from './image'

/** Entry of the process of image-decoder.ts. */
await serveTasks({
  clean: async ({ path, field, maxSide }: { path: string; field: string; maxSide: number | null }) =>
    cleanImage(await readFile(path), field, maxSide),
})
