import { close, closeSync, fdatasync, mkdirSync, openSync, readFileSync, writevSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'

const FORMAT = Buffer.from('SLTARG\u0001\n', 'latin1')
const FRAME_HEADER_BYTES = 12
const WRONG = 'a wrong checksum'
const PRIVATE_FILE = 0o600
const PRIVATE_FOLDER = 0o700

/** The content of a segment's file cannot be trusted; the message has the reason. */
export class DamagedSegment extends Error {
  override name = 'DamagedSegment'
}

/**
 * The file of a segment: eight bytes that name the format and its version, then frames. A frame is the length of its
 * content, the CRC-32 of its content and the CRC-32 of these eight bytes, each u32 little-endian, then the content.
 */
export class SegmentFile {
  #fd: number | null = null
  #length = 0

  constructor(readonly path: string) {}

  /** Where the last append failed the next one begins, so that half a frame is overwritten. */
  append(content: Buffer): void {
    this.#fd ??= this.#create()
    const header = Buffer.alloc(FRAME_HEADER_BYTES)
    header.writeUInt32LE(content.length, 0)
    header.writeUInt32LE(crc32(content), 4)
    header.writeUInt32LE(crc32(header.subarray(0, 8)), 8)
    this.#writeAll([header, content])
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
  content: Buffer
  /** Bytes of the file up to the end of the last whole frame; 0 when not even the format is whole. */
  wholeBytes: number
  /** Its last write is incomplete: the process was killed within it, or the disk lost the end. */
  isTorn: boolean
}

/**
 * Reads the contents of all frames.
 * @throws DamagedSegment for another format, or content that is not what was written
 */
export function readSegmentFile(path: string): SegmentContent {
  const file = readFileSync(path)
  const isNamed = file.subarray(0, FORMAT.length).equals(FORMAT.subarray(0, file.length))
  if (!isNamed) throw new DamagedSegment('another format or version')
  let at = FORMAT.length
  let contentEnd = 0
  while (at + FRAME_HEADER_BYTES <= file.length) {
    const length = file.readUInt32LE(at)
    // A power failure can leave the end of a file as zeros.
    if (length === 0 && file.subarray(at).every((byte) => byte === 0)) break
    if (crc32(file.subarray(at, at + 8)) !== file.readUInt32LE(at + 8)) throw new DamagedSegment(WRONG)
    const start = at + FRAME_HEADER_BYTES
    const end = start + length
    if (end > file.length) break
    if (crc32(file.subarray(start, end)) !== file.readUInt32LE(at + 4)) throw new DamagedSegment(WRONG)
    // In place: a copy would take as much memory again.
    file.copyWithin(contentEnd, start, end)
    contentEnd += length
    at = end
  }
  const wholeBytes = at > file.length ? 0 : at
  return { content: file.subarray(0, contentEnd), wholeBytes, isTorn: at !== file.length }
}
