import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isProcessGone, MACHINE, PROCESS_KEY } from '../process-name'

/** Under the folder of the files, so that a file gets its place by a rename. */
export const INCOMING_FOLDER = 'tmp'
const OWN_FOLDER = `${MACHINE}-${process.pid}-${PROCESS_KEY}`

/** A file of the local disk that has arrived whole but has no place yet. */
export interface ReceivedFile {
  path: string
  /** Bytes. */
  size: number
}

/** Incoming files: a folder for each process, so that those of an exited process can be recognised. */
export async function openIncoming(dataDir: string) {
  const root = join(dataDir, 'files', INCOMING_FOLDER)
  await removeLeftOvers(root)
  const folder = join(root, OWN_FOLDER)

  return {
    /** Written and synced; what `source` throws leaves nothing. */
    async take(source: AsyncIterable<Uint8Array>): Promise<ReceivedFile> {
      await mkdir(folder, { recursive: true })
      const path = join(folder, randomUUID())
      let size = 0
      const file = await open(path, 'wx', 0o600)
      try {
        for await (const chunk of source) {
          size += chunk.length
          await file.writeFile(chunk)
        }
        await file.sync()
      } catch (error) {
        await file.close()
        await rm(path, { force: true })
        throw error
      }
      await file.close()
      return { path, size }
    },
    /** Does nothing once the file was moved to its place. */
    drop: ({ path }: ReceivedFile) => rm(path, { force: true }),
  }
}

async function removeLeftOvers(root: string): Promise<void> {
  await mkdir(root, { recursive: true })
  for (const name of await readdir(root)) {
    const [machine = '', pid, processKey = ''] = name.split('-')
    if (isProcessGone({ machine, pid: Number(pid), processKey }, PROCESS_KEY))
      await rm(join(root, name), { recursive: true, force: true })
  }
}
