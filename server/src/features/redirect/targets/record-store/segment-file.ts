import {
  close,
  closeSync,
  fdatasync,
  fdatasyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writevSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'

const FORMAT = Buffer.from('SLTARG\u0001\n', 'latin1')
/** Frames begin at multiples of this. */
const ALIGNMENT = 4
const CONTENT_CHECKSUM_AT = 4
const COUNT_AT = 8
const CHECKSUM_AT = 12
const HEADER_BYTES = 16
/** Bytes of a segment: what a compaction reads at once, in about a millisecond. */
export const SEGMENT_BYTES = 512 * 1024
const PRIVATE_FILE = 0o600
const PRIVATE_FOLDER = 0o700

/** The format is part of what it checks: frames of another version are none. */
const headerChecksum = (header: Buffer, replaced: Buffer): number =>
  crc32(replaced, crc32(header, crc32(FORMAT)))

/**
 * The file of a segment: eight bytes that name the format and its version, then frames. A frame is the length of its
 * content, the CRC-32 of its content, a count of keys and the CRC-32 of the format, these twelve bytes and the keys;
 * then, for each key whose value its content replaces or removes, a hash; then the content. All numbers are u32
 * little-endian. Where a content is spoilt, the hashes tell whose older values must not be used.
 */
export class SegmentFile {
  #fd: number | null = null
  #length = 0

  constructor(readonly path: string) {}

  /** Where the last append failed the next one begins, so that half a frame is overwritten. */
  append(content: Buffer, replaced: readonly number[]): void {
    this.#fd ??= this.#create()
    const header = Buffer.alloc(HEADER_BYTES)
    header.writeUInt32LE(content.length, 0)
    header.writeUInt32LE(crc32(content), CONTENT_CHECKSUM_AT)
    header.writeUInt32LE(replaced.length, COUNT_AT)
    const hashes = Buffer.from(Uint32Array.from(replaced).buffer)
    header.writeUInt32LE(headerChecksum(header.subarray(0, CHECKSUM_AT), hashes), CHECKSUM_AT)
    this.#writeAll([header, hashes, content])
  }

  async sync(): Promise<void> {
    if (this.#fd !== null) await promisify(fdatasync)(this.#fd)
  }

  /** Syncs it too. */
  async close(): Promise<void> {
    const fd = this.#fd
    if (fd === null) return
    this.#fd = null
    await promisify(fdatasync)(fd).finally(() => promisify(close)(fd))
  }

  closeNow(): void {
    if (this.#fd === null) return
    fdatasyncSync(this.#fd)
    closeSync(this.#fd)
    this.#fd = null
  }

  #create(): number {
    mkdirSync(dirname(this.path), { recursive: true, mode: PRIVATE_FOLDER })
    const fd = openSync(this.path, 'w', PRIVATE_FILE)
    this.#length = 0
    this.#fd = fd
    try {
      this.#writeAll([FORMAT])
    } catch (error) {
      closeSync(fd)
      this.#fd = null
      throw error
    }
    return fd
  }

  #writeAll(parts: readonly Buffer[]): void {
    const bytes = parts.reduce((sum, part) => sum + part.length, 0)
    const written = writevSync(this.#fd as number, parts, this.#length)
    if (written < bytes) throw new Error(`the disk took ${written} of ${bytes} bytes`)
    this.#length += bytes
  }
}

/** What a segment's file holds. */
export interface SegmentContent {
  /** Of all frames that are whole. */
  content: Buffer
  /** Bytes of the file up to the end of the last frame; 0 when not even the format is whole. */
  wholeBytes: number
  /** Its last write is incomplete: the process was killed within it, or the disk lost the end. */
  isTorn: boolean
  /** Parts that are not what was written. */
  damaged: number
  /** Hashes of keys whose new values were in such a part. */
  lostKeys: number[]
  /** Those of the incomplete last write. */
  tornKeys: number[]
}

/** Reads the contents of all whole frames; a damaged one does not hide those after it. */
export function readSegmentFile(path: string): SegmentContent {
  const file = readFileSync(path)
  const lostKeys: number[] = []
  const tornKeys: number[] = []
  let damaged = file.subarray(0, FORMAT.length).equals(FORMAT.subarray(0, file.length)) ? 0 : 1
  let at = FORMAT.length
  let contentEnd = 0
  while (at + HEADER_BYTES <= file.length) {
    const frame = frameAt(file, at)
    if (frame === null) {
      // A power failure can leave the end of a file as zeros.
      if (file.subarray(at).every((byte) => byte === 0)) break
      damaged += 1
      at = nextFrame(file, at + ALIGNMENT)
      continue
    }
    const { start, end, checksum } = frame
    if (end > file.length) {
      tornKeys.push(...frame.replaced)
      break
    }
    const isWhole = crc32(file.subarray(start, end)) === checksum && contentEnd + end - start <= SEGMENT_BYTES
    if (!isWhole) {
      damaged += 1
      lostKeys.push(...frame.replaced)
    } else {
      // In place: a copy would take as much memory again.
      file.copyWithin(contentEnd, start, end)
      contentEnd += end - start
    }
    at = end
  }
  const wholeBytes = at > file.length ? 0 : at
  const isTorn = at !== file.length
  return { content: file.subarray(0, contentEnd), wholeBytes, isTorn, damaged, lostKeys, tornKeys }
}

/** Null when no header is there that was written as it is. */
function frameAt(file: Buffer, at: number) {
  const length = file.readUInt32LE(at)
  const count = file.readUInt32LE(at + COUNT_AT)
  // Before a checksum of what may be anything.
  if (length === 0 || length > SEGMENT_BYTES || count > length) return null
  const start = at + HEADER_BYTES + count * 4
  if (
    headerChecksum(file.subarray(at, at + CHECKSUM_AT), file.subarray(at + HEADER_BYTES, start)) !==
    file.readUInt32LE(at + CHECKSUM_AT)
  )
    return null
  const replaced = Array.from({ length: count }, (_, index) =>
    file.readUInt32LE(at + HEADER_BYTES + index * 4),
  )
  return { start, end: start + length, checksum: file.readUInt32LE(at + CONTENT_CHECKSUM_AT), replaced }
}

/** Where the next frame begins, else the end of the file. Nothing that a key or a value holds looks like a header. */
function nextFrame(file: Buffer, from: number): number {
  for (let at = from; at + HEADER_BYTES <= file.length; at += ALIGNMENT) if (frameAt(file, at)) return at
  return file.length
}

/** Replaces a file by one that has this content and no damage. */
export function repairSegmentFile(path: string, content: Buffer): void {
  const draft = `${path}.new`
  const file = new SegmentFile(draft)
  file.append(content, [])
  file.closeNow()
  renameSync(draft, path)
}
