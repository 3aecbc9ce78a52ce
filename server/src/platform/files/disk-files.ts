import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { INCOMING_FOLDER } from './incoming-file'
import type { ByteRange, StorageBackend, StoredFile } from './storage-backend'

/** Files on the local disk, in `{dataDir}/files`. */
export async function openDiskFiles(dataDir: string): Promise<StorageBackend> {
  const root = join(dataDir, 'files')
  await mkdir(root, { recursive: true })

  return {
    async put(key, { path }) {
      const target = join(root, key)
      const made = await mkdir(dirname(target), { recursive: true })
      await rename(path, target)
      // A rename is for good only once its folder is on the disk, and so is a new folder.
      for (let folder = dirname(target); ; folder = dirname(folder)) {
        await syncFolder(folder)
        if (!made || folder === dirname(made)) break
      }
    },
    readStream: (key, range) => openStream(join(root, key), range),
    remove: (key) => rm(join(root, key), { force: true }),
    list: (folder) => filesUnder(root, folder),
    listAll: () => allFilesOf(root),
  }
}

async function* allFilesOf(root: string): AsyncIterable<StoredFile> {
  for (const name of await readdir(root)) {
    // A folder that was moved to another disk is a link here.
    const found = name === INCOMING_FOLDER ? null : await stat(join(root, name)).catch(() => null)
    if (found?.isDirectory()) yield* filesUnder(root, name)
  }
}

async function openStream(path: string, range?: ByteRange): Promise<Readable | null> {
  try {
    const file = await open(path)
    return file.createReadStream(range)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

async function* filesUnder(root: string, folder: string): AsyncIterable<StoredFile> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error) => {
    if (isMissing(error)) return []
    throw error
  })
  for (const entry of entries) {
    const key = `${folder}/${entry.name}`
    if (entry.isDirectory()) yield* filesUnder(root, key)
    else {
      const found = await stat(join(root, key)).catch(() => null)
      if (found?.isFile()) yield { key, size: found.size, modifiedAt: found.mtime }
    }
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

const isMissing = (error: unknown) =>
  ['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
