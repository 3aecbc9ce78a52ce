import { createHash } from 'node:crypto'
import { type AsyncBuffer, type FileMetaData, parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { AppError } from '../../../platform/app-error'
import type { FileStore } from '../../../platform/files/file-store'
import type { ScanFacts } from '../analytics/scan-log-repository'
import { decompressors, factsOf, type ParquetRow } from './parquet-format'

/** A file of an archive that is not what was recorded of it. */
export class ArchiveFault extends Error {
  override name = 'ArchiveFault'
}

/** What is recorded of a file. */
export interface ArchiveChecksums {
  key: string
  bytes: number
  sha256: string
  footerBytes: number
  footerSha256: string
}

/** Metadata length and the mark `PAR1`, which end every Parquet file. */
const TAIL_BYTES = 8

/**
 * The scans of an archive, a row group at a time, in the order of codes and of time.
 * @param codeIds in the order of their ids; null for all. Groups whose statistics exclude them are not read
 * @throws ArchiveFault when the file is missing, cut or changed
 */
export async function* readArchive(
  files: FileStore,
  { key, bytes, footerBytes }: Pick<ArchiveChecksums, 'key' | 'bytes' | 'footerBytes'>,
  codeIds: readonly string[] | null,
): AsyncGenerator<ScanFacts[]> {
  const file = openRanges(files, key, bytes)
  const metadata = await orFault(key, parquetMetadataAsync(file, { initialFetchSize: footerBytes }))
  const wanted = codeIds && new Set(codeIds)
  for (const { rowStart, rowEnd, first, last } of groupsOf(metadata)) {
    if (codeIds && !hasBetween(codeIds, first, last)) continue
    const reading = parquetReadObjects({ file, metadata, rowStart, rowEnd, compressors: decompressors })
    const rows = ((await orFault(key, reading)) as ParquetRow[]).map(factsOf)
    yield wanted ? rows.filter(({ codeId }) => wanted.has(codeId)) : rows
  }
}

/** Reads a whole file. @throws ArchiveFault unless it has the recorded size and checksum */
export async function verifyWhole(files: FileStore, { key, bytes, sha256 }: ArchiveChecksums): Promise<void> {
  const stream = await files.readStream(key)
  if (!stream) throw missing(key)
  const hash = createHash('sha256')
  let found = 0
  for await (const chunk of stream) {
    hash.update(chunk)
    found += chunk.length
  }
  if (found !== bytes) throw new ArchiveFault(`${key}: found ${found} bytes, expected ${bytes}`)
  if (hash.digest('hex') !== sha256)
    throw new ArchiveFault(`${key}: its SHA-256 differs from the recorded one`)
}

/** Reads the end of a file alone. @throws ArchiveFault unless it has the recorded size and metadata */
export async function proveFooter(
  files: FileStore,
  { key, bytes, footerBytes, footerSha256 }: ArchiveChecksums,
): Promise<void> {
  const footer = await openRanges(files, key, bytes).slice(bytes - footerBytes)
  if (createHash('sha256').update(new Uint8Array(footer)).digest('hex') !== footerSha256)
    throw new ArchiveFault(`${key}: its metadata differs from the recorded one`)
}

/** Size and checksum of the end of a file that was just written. */
export async function footerOf(
  files: FileStore,
  key: string,
  bytes: number,
): Promise<Pick<ArchiveChecksums, 'footerBytes' | 'footerSha256'>> {
  const file = openRanges(files, key, bytes)
  const footerBytes = new DataView(await file.slice(bytes - TAIL_BYTES)).getUint32(0, true) + TAIL_BYTES
  const footer = await file.slice(bytes - footerBytes)
  return { footerBytes, footerSha256: createHash('sha256').update(new Uint8Array(footer)).digest('hex') }
}

function openRanges(files: FileStore, key: string, bytes: number) {
  return {
    byteLength: bytes,
    async slice(start: number, end: number = bytes): Promise<ArrayBuffer> {
      if (start < 0 || start >= end) throw new ArchiveFault(`${key}: its metadata names no part of it`)
      const stream = await files.readStream(key, { start, end: end - 1 })
      if (!stream) throw missing(key)
      const part = Buffer.concat(await stream.toArray())
      if (part.length !== end - start)
        throw new ArchiveFault(`${key}: it ends before byte ${end} of ${bytes}`)
      return part.buffer.slice(part.byteOffset, part.byteOffset + part.length) as ArrayBuffer
    },
  } satisfies AsyncBuffer
}

interface RowGroup {
  rowStart: number
  rowEnd: number
  /** The least and the greatest id of a code. */
  first: string
  last: string
}

function groupsOf({ row_groups: groups }: FileMetaData): RowGroup[] {
  let rowStart = 0
  return groups.map(({ num_rows, columns }) => {
    const statistics = columns.find(({ meta_data }) => meta_data?.path_in_schema[0] === 'code')?.meta_data
      ?.statistics
    const group = {
      rowStart,
      rowEnd: rowStart + Number(num_rows),
      first: String(statistics?.min_value ?? ''),
      last: String(statistics?.max_value ?? '\uffff'),
    }
    rowStart = group.rowEnd
    return group
  })
}

/** Whether a sorted list has a value from `first` to `last`. */
export function hasBetween(sorted: readonly string[], first: string, last: string): boolean {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] as string) < first) low = middle + 1
    else high = middle
  }
  const found = sorted[low]
  return found !== undefined && found <= last
}

/** Whatever cannot be read of a damaged file is one fault; a store that is away is none. */
async function orFault<T>(key: string, work: Promise<T>): Promise<T> {
  return work.catch((cause) => {
    if (cause instanceof ArchiveFault || isOfStore(cause)) throw cause
    throw new ArchiveFault(`${key}: ${(cause as Error).message}`, { cause })
  })
}

const isOfStore = (error: unknown) =>
  error instanceof AppError || (error as NodeJS.ErrnoException).syscall !== undefined

const missing = (key: string) => new ArchiveFault(`${key} is missing`)
