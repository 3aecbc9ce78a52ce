/*
 * The records of a ZIP file: PKWARE APPNOTE.TXT 6.3.10, with the time of Info-ZIP's extra field "UT". Sizes and offsets are
 * bytes; one beyond 32 bits is in a ZIP64 field.
 */

/** A file as the central directory names it. */
export interface ZipMember {
  name: Buffer
  /** CRC-32 of the content. */
  crc: number
  size: number
  storedSize: number
  isDeflated: boolean
  /** CRC and sizes follow the content, because they were not known before it. */
  isStreamed: boolean
  /** Where its local header begins. */
  offset: number
}

const SPEC_VERSION = 63
const MADE_BY_UNIX = (3 << 8) | SPEC_VERSION
const NEEDS = { plain: 20, zip64: 45 }
const FLAG_UTF8 = 1 << 11
const FLAG_STREAMED = 1 << 3
const METHOD_DEFLATE = 8
/** A regular file that its owner and group may write. */
const UNIX_MODE = 0o100664
const IN_ZIP64 = 0xffffffff
const COUNT_IN_ZIP64 = 0xffff
const MAX_NAME_BYTES = 0xffff
const BLOCK_BYTES = 65_536
const LOCAL_HEADER_BYTES = 30

/**
 * A path as it is written in a ZIP file.
 * @throws Error for one that a program would unpack elsewhere
 */
export function zipName(path: string): Buffer {
  const name = Buffer.from(path)
  if (path === '' || /^[/]|^[a-z]:|[\\]|\/$/i.test(path) || path.split('/').includes('..'))
    throw new Error(`not a path of a ZIP file: ${path}`)
  if (name.length > MAX_NAME_BYTES) throw new Error(`too long for a ZIP file: ${path}`)
  return name
}

type Content = Omit<ZipMember, 'offset'>

/** What precedes the content. */
export function localHeader(file: Content, modifiedAt: Date): Buffer {
  const header = Buffer.alloc(LOCAL_HEADER_BYTES + file.name.length)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(NEEDS.plain, 4)
  writeDescription(header, 6, file, modifiedAt)
  const { crc, storedSize, size } = file.isStreamed ? { crc: 0, storedSize: 0, size: 0 } : file
  header.writeUInt32LE(crc, 14)
  header.writeUInt32LE(storedSize, 18)
  header.writeUInt32LE(size, 22)
  header.writeUInt16LE(file.name.length, 26)
  file.name.copy(header, LOCAL_HEADER_BYTES)
  return header
}

/** What stands behind the content of a streamed file. */
export function dataDescriptor({ crc, size, storedSize }: Content): Buffer {
  const isLarge = size >= IN_ZIP64 || storedSize >= IN_ZIP64
  const descriptor = Buffer.alloc(isLarge ? 24 : 16)
  descriptor.writeUInt32LE(0x08074b50, 0)
  descriptor.writeUInt32LE(crc, 4)
  if (isLarge) {
    descriptor.writeBigUInt64LE(BigInt(storedSize), 8)
    descriptor.writeBigUInt64LE(BigInt(size), 16)
  } else {
    descriptor.writeUInt32LE(storedSize, 8)
    descriptor.writeUInt32LE(size, 12)
  }
  return descriptor
}

/** How long a file is with what precedes and follows it. */
export const localBytes = (file: Content): number =>
  LOCAL_HEADER_BYTES +
  file.name.length +
  file.storedSize +
  (file.isStreamed ? dataDescriptor(file).length : 0)

/** The end of a ZIP file, which names all its files. It is kept as bytes: an object for each file takes ten times as much. */
export class CentralDirectory {
  readonly #modifiedAt: Date
  readonly #blocks: Buffer[] = []
  #block = Buffer.alloc(0)
  #used = 0
  #count = 0

  constructor(modifiedAt: Date) {
    this.#modifiedAt = modifiedAt
  }

  add(file: ZipMember): void {
    const { name, size, storedSize, offset } = file
    const isLarge = size >= IN_ZIP64 || storedSize >= IN_ZIP64 || offset >= IN_ZIP64
    const extraLength = 9 + (isLarge ? 28 : 0)
    const record = this.#take(46 + name.length + extraLength)
    record.writeUInt32LE(0x02014b50, 0)
    record.writeUInt16LE(MADE_BY_UNIX, 4)
    record.writeUInt16LE(isLarge ? NEEDS.zip64 : NEEDS.plain, 6)
    writeDescription(record, 8, file, this.#modifiedAt)
    record.writeUInt32LE(file.crc, 16)
    record.writeUInt32LE(isLarge ? IN_ZIP64 : storedSize, 20)
    record.writeUInt32LE(isLarge ? IN_ZIP64 : size, 24)
    record.writeUInt16LE(name.length, 28)
    record.writeUInt16LE(extraLength, 30)
    record.writeUInt32LE((UNIX_MODE << 16) >>> 0, 38)
    record.writeUInt32LE(isLarge ? IN_ZIP64 : offset, 42)
    name.copy(record, 46)
    const extra = record.subarray(46 + name.length)
    extra.writeUInt16LE(0x5455, 0)
    extra.writeUInt16LE(5, 2)
    extra.writeUInt8(1, 4)
    extra.writeUInt32LE(Math.floor(this.#modifiedAt.getTime() / 1000), 5)
    if (isLarge) {
      extra.writeUInt16LE(0x0001, 9)
      extra.writeUInt16LE(24, 11)
      extra.writeBigUInt64LE(BigInt(size), 13)
      extra.writeBigUInt64LE(BigInt(storedSize), 21)
      extra.writeBigUInt64LE(BigInt(offset), 29)
    }
    this.#count += 1
  }

  /** @param offset where it begins */
  *bytes(offset: number): Generator<Buffer> {
    this.#close()
    yield* this.#blocks
    const length = this.#blocks.reduce((sum, block) => sum + block.length, 0)
    if (this.#count >= COUNT_IN_ZIP64 || length >= IN_ZIP64 || offset >= IN_ZIP64)
      yield zip64End(this.#count, length, offset)
    const end = Buffer.alloc(22)
    const count = Math.min(this.#count, COUNT_IN_ZIP64)
    end.writeUInt32LE(0x06054b50, 0)
    end.writeUInt16LE(count, 8)
    end.writeUInt16LE(count, 10)
    end.writeUInt32LE(Math.min(length, IN_ZIP64), 12)
    end.writeUInt32LE(Math.min(offset, IN_ZIP64), 16)
    yield end
  }

  /** Zeroed room behind what was written so far. */
  #take(length: number): Buffer {
    if (this.#used + length > this.#block.length) {
      this.#close()
      this.#block = Buffer.alloc(Math.max(BLOCK_BYTES, length))
    }
    this.#used += length
    return this.#block.subarray(this.#used - length, this.#used)
  }

  #close(): void {
    if (this.#used > 0) this.#blocks.push(this.#block.subarray(0, this.#used))
    this.#used = 0
  }
}

/** End of the central directory in ZIP64, and where that is. */
function zip64End(count: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(56 + 20)
  end.writeUInt32LE(0x06064b50, 0)
  end.writeBigUInt64LE(44n, 4)
  end.writeUInt16LE(MADE_BY_UNIX, 12)
  end.writeUInt16LE(NEEDS.zip64, 14)
  end.writeBigUInt64LE(BigInt(count), 24)
  end.writeBigUInt64LE(BigInt(count), 32)
  end.writeBigUInt64LE(BigInt(length), 40)
  end.writeBigUInt64LE(BigInt(offset), 48)
  end.writeUInt32LE(0x07064b50, 56)
  end.writeBigUInt64LE(BigInt(offset + length), 64)
  end.writeUInt32LE(1, 72)
  return end
}

/** Flags, method and time, which stand alike in both headers of a file. */
function writeDescription(header: Buffer, at: number, file: Content, modifiedAt: Date): void {
  header.writeUInt16LE(FLAG_UTF8 | (file.isStreamed ? FLAG_STREAMED : 0), at)
  header.writeUInt16LE(file.isDeflated ? METHOD_DEFLATE : 0, at + 2)
  const seconds = modifiedAt.getSeconds() >> 1
  header.writeUInt16LE((modifiedAt.getHours() << 11) | (modifiedAt.getMinutes() << 5) | seconds, at + 4)
  const years = modifiedAt.getFullYear() - 1980
  header.writeUInt16LE((years << 9) | ((modifiedAt.getMonth() + 1) << 5) | modifiedAt.getDate(), at + 6)
}
