import type { Readable } from 'node:stream'
import type { ReceivedFile } from './incoming-file'

/** First and last byte of a part of a file, both included. */
export interface ByteRange {
  start: number
  end: number
}

export interface StoredFile {
  key: string
  /** Bytes. */
  size: number
  modifiedAt: Date
}

/** Where files lie for good. */
export interface StorageBackend {
  /** Moves a file of the local disk here, in one step for readers. */
  put(key: string, file: ReceivedFile): Promise<void>
  readStream(key: string, range?: ByteRange): Promise<Readable | null>
  remove(key: string): Promise<void>
  list(folder: string): AsyncIterable<StoredFile>
  /** Those of every folder; not what is still arriving. */
  listAll(): AsyncIterable<StoredFile>
}
