import type { Readable } from 'node:stream'
import { AppError } from '../app-error'
import type { Config } from '../config/config'
import { openDiskFiles } from './disk-files'
import { openIncoming, type ReceivedFile } from './incoming-file'
import type { ByteRange, StoredFile } from './storage-backend'

export type { ReceivedFile } from './incoming-file'
export type { ByteRange } from './storage-backend'

/** Files under keys that we choose (names and slashes, no dots), never under names that users give. */
export interface FileStore {
  /**
   * Stores all bytes or nothing: a reader never sees half a file.
   * @throws AppError StorageFull when there is no space
   */
  write(key: string, bytes: Uint8Array): Promise<void>
  /** The same for bytes as they come, with flat memory; what the source throws is thrown, and nothing is stored. */
  writeStream(key: string, bytes: AsyncIterable<Uint8Array>): Promise<void>
  /**
   * Bytes as they come, with flat memory, on the local disk until `discard`: for what has to be judged whole.
   * @throws AppError StorageFull, and what the source throws; then nothing is left
   */
  receive(bytes: AsyncIterable<Uint8Array>): Promise<ReceivedFile>
  discard(file: ReceivedFile): Promise<void>
  /** Null when there is no such file. */
  read(key: string): Promise<Uint8Array | null>
  /** The file, or a part of it; null when there is no such file. */
  readStream(key: string, range?: ByteRange): Promise<Readable | null>
  /** Does nothing when there is no such file. */
  remove(key: string): Promise<void>
  /** All files whose keys begin with `{folder}/`. */
  list(folder: string): AsyncIterable<StoredFile>
  /** Those of every folder. */
  listAll(): AsyncIterable<StoredFile>
}

const KEY = /^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*$/

function checked(key: string): string {
  if (!KEY.test(key)) throw new Error(`not a key of a file: ${key}`)
  return key
}

/**
 * The files of this installation: in `{dataDir}/files`, or in a bucket. What ended processes left half-received is
 * removed.
 */
export async function openFiles(config: Pick<Config, 'dataDir' | 's3'>): Promise<FileStore> {
  const settings = config.s3
    ? (await import('./s3-files')).openS3Files(config.s3)
    : await openDiskFiles(config.dataDir)
  const incoming = await openIncoming(config.dataDir)

  const writeStream: FileStore['writeStream'] = async (key, bytes) => {
    checked(key)
    const file = await orStorageFull(incoming.take(bytes))
    try {
      await orStorageFull(settings.put(key, file))
    } finally {
      await incoming.drop(file)
    }
  }
  const readStream: FileStore['readStream'] = async (key, range) =>
    KEY.test(key) ? settings.readStream(key, range) : null

  return {
    write: (key, bytes) => writeStream(key, onceOf(bytes)),
    writeStream,
    receive: (bytes) => orStorageFull(incoming.take(bytes)),
    discard: incoming.drop,
    async read(key) {
      const opened = await readStream(key)
      return opened && Buffer.concat(await opened.toArray())
    },
    readStream,
    remove: (key) => settings.remove(checked(key)),
    list: (folder) => settings.list(checked(folder)),
    listAll: () => settings.listAll(),
  }
}

async function* onceOf(bytes: Uint8Array) {
  yield bytes
}

async function orStorageFull<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    if (['ENOSPC', 'EDQUOT'].includes((cause as NodeJS.ErrnoException).code ?? ''))
      throw new AppError('StorageFull', undefined, undefined, { cause })
    throw cause
  }
}
