import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Disk } from 'flydrive'
import { AppError } from '../app-error'

const TEMPORARY = 'tmp'
const KEY = /^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*$/

/** Files under keys that we choose (names and slashes, no dots), never under names that users give. */
export interface FileStore {
  /**
   * Stores all bytes or nothing: a reader never sees half a file.
   * @throws AppError StorageFull when there is no space
   */
  write(key: string, bytes: Uint8Array): Promise<void>
  /** Null when there is no such file. */
  read(key: string): Promise<Uint8Array | null>
  /** Does nothing when there is no such file. */
  remove(key: string): Promise<void>
}

/** The files of this installation, in `{dataDir}/files`. What an ended process left half-written is removed. */
export async function openFiles(dataDir: string): Promise<FileStore> {
  const root = join(dataDir, 'files')
  await rm(join(root, TEMPORARY), { recursive: true, force: true })
  await mkdir(root, { recursive: true })
  let opened: Promise<Disk> | undefined
  const openDisk = () => {
    opened ??= localDisk(root)
    return opened
  }

  return {
    async write(key, bytes) {
      if (!KEY.test(key)) throw new Error(`not a key of a file: ${key}`)
      const disk = await openDisk()
      const temporary = `${TEMPORARY}/${randomUUID()}`
      try {
        await disk.put(temporary, bytes)
        // The driver's own move copies, so a reader could meet a part of the file: a rename is one step.
        await mkdir(dirname(join(root, key)), { recursive: true })
        await rename(join(root, temporary), join(root, key))
      } catch (error) {
        await disk.delete(temporary).catch(() => {})
        if (isCausedBy(error, ['ENOSPC', 'EDQUOT'])) throw new AppError('StorageFull')
        throw error
      }
    },
    async read(key) {
      try {
        return await (await openDisk()).getBytes(key)
      } catch (error) {
        if (isCausedBy(error, ['ENOENT'])) return null
        throw error
      }
    },
    remove: async (key) => (await openDisk()).delete(key),
  }
}

/** Loaded with the first file: a start needs none. */
async function localDisk(location: string): Promise<Disk> {
  const [{ Disk }, { FSDriver }] = await Promise.all([import('flydrive'), import('flydrive/drivers/fs')])
  return new Disk(new FSDriver({ location, visibility: 'private' }))
}

/** Whether the error or what caused it has one of the system's error codes. */
function isCausedBy(error: unknown, codes: readonly string[]): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  return (code !== undefined && codes.includes(code)) || isCausedBy(error.cause, codes)
}
