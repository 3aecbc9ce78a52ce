import { readFile } from 'node:fs/promises'
import { serveTasks } from '../../../platform/workers/task'
import { readFileContent } from './read-file'

/** Entry of the process of file-reader.ts. */
await serveTasks({ read: async ({ path }: { path: string }) => readFileContent(await readFile(path)) })
