import { readFile } from 'node:fs/promises'
import { serveTasks } from '../../../../platform/workers/task'
import { type ReadOptions, readFileContent } from './read-file'

/** Entry of the process of file-reader.ts. */
await serveTasks({
  read: async ({ path, options }: { path: string; options: ReadOptions }) =>
    readFileContent(await readFile(path), options),
})
