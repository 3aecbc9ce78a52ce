import { crc32 } from 'node:zlib'
import { SEGMENT_BYTES, type SegmentFile } from './segment-file'

/** Records begin at multiples of this, so that 32 bits refer to 16 GiB of them. */
const UNIT = 4
const UNITS = SEGMENT_BYTES / UNIT

const HEADER_BYTES = 16
const KEY_LENGTH_AT = 0
const KIND_AT = 2
const FLAGS_AT = 3
const VALUE_LENGTH_AT = 4
const KNOWN_AT = 8
const GENERATION_AT = 12
const USED = 1
const REMOVED = 2
const NO_VALUE = Buffer.alloc(0)

export const recordBytes = (keyLength: number, valueLength: number): number =>
  Math.ceil((HEADER_BYTES + keyLength + valueLength) / UNIT) * UNIT

export interface RecordData {
  /** The cache that it belongs to, 0 to 255: keys of two do not meet. */
  kind: number
  key: Buffer
  /** Null: the key has been removed. */
  value: Buffer | null
  /** When the database said so (Unix time, s). */
  knownAt: number
  /** 0 for what was read from disk, or was changed since. */
  generation: number
}

/**
 * A piece of the memory of targets, and of the file that repeats it. Records follow each other: u16 length of the key,
 * u8 kind, u8 flags, u32 length of the value, u32 when the database said so (Unix time, s), u32 generation, key, value,
 * padding; little-endian. Time, flags and generation change in memory alone.
 */
export class RecordSegment {
  /** Bytes in use. */
  end = 0
  /** Up to here it is in the file. */
  writtenTo = 0
  /** Hashes of the keys whose values were changed by what is not in the file yet. */
  #replaced: number[] = []

  constructor(
    /** Its part of a reference. */
    readonly slot: number,
    readonly buffer: Buffer,
    readonly file: SegmentFile,
  ) {}

  hasRoom(bytes: number): boolean {
    return this.end + bytes <= this.buffer.length
  }

  /** @returns where the record begins */
  append({ kind, key, value, knownAt, generation }: RecordData): number {
    const at = this.end
    const { length } = value ?? NO_VALUE
    this.buffer.writeUInt16LE(key.length, at + KEY_LENGTH_AT)
    this.buffer[at + KIND_AT] = kind
    this.buffer[at + FLAGS_AT] = value ? 0 : REMOVED
    this.buffer.writeUInt32LE(length, at + VALUE_LENGTH_AT)
    this.buffer.writeUInt32LE(knownAt, at + KNOWN_AT)
    this.buffer.writeUInt32LE(generation, at + GENERATION_AT)
    key.copy(this.buffer, at + HEADER_BYTES)
    value?.copy(this.buffer, at + HEADER_BYTES + key.length)
    const bytes = recordBytes(key.length, length)
    this.buffer.fill(0, at + HEADER_BYTES + key.length + length, at + bytes)
    this.end += bytes
    return at
  }

  /** The record has another value than the one of its key before. */
  markReplacing(at: number): void {
    this.#replaced.push(this.keyHashAt(at))
  }

  /** The same in every process. */
  keyHashAt(at: number): number {
    return crc32(this.keyAt(at), this.kindAt(at))
  }

  /** Copies a record of another segment, as unused; returns where it begins. */
  copy(from: RecordSegment, at: number): number {
    const to = this.end
    from.buffer.copy(this.buffer, to, at, at + from.bytesAt(at))
    this.buffer[to + FLAGS_AT] = (this.buffer[to + FLAGS_AT] as number) & ~USED
    this.end += from.bytesAt(at)
    return to
  }

  bytesAt(at: number): number {
    return recordBytes(this.#keyLengthAt(at), this.buffer.readUInt32LE(at + VALUE_LENGTH_AT))
  }

  kindAt(at: number): number {
    return this.buffer[at + KIND_AT] as number
  }

  keyAt(at: number): Buffer {
    const start = at + HEADER_BYTES
    return this.buffer.subarray(start, start + this.#keyLengthAt(at))
  }

  /** Null when the key was removed. */
  valueAt(at: number): Buffer | null {
    if (((this.buffer[at + FLAGS_AT] as number) & REMOVED) !== 0) return null
    const start = at + HEADER_BYTES + this.#keyLengthAt(at)
    return this.buffer.subarray(start, start + this.buffer.readUInt32LE(at + VALUE_LENGTH_AT))
  }

  isKeyAt(at: number, kind: number, key: Buffer): boolean {
    if (this.#keyLengthAt(at) !== key.length || this.kindAt(at) !== kind) return false
    const start = at + HEADER_BYTES
    for (let index = 0; index < key.length; index++)
      if (this.buffer[start + index] !== key[index]) return false
    return true
  }

  knownAt(at: number): number {
    return this.buffer.readUInt32LE(at + KNOWN_AT)
  }

  generationAt(at: number): number {
    return this.buffer.readUInt32LE(at + GENERATION_AT)
  }

  confirm(at: number, knownAt: number, generation: number): void {
    this.buffer.writeUInt32LE(knownAt, at + KNOWN_AT)
    this.setGeneration(at, generation)
    this.markUsed(at)
  }

  setGeneration(at: number, generation: number): void {
    this.buffer.writeUInt32LE(generation, at + GENERATION_AT)
  }

  markUsed(at: number): void {
    this.buffer[at + FLAGS_AT] = (this.buffer[at + FLAGS_AT] as number) | USED
  }

  isUsed(at: number): boolean {
    return ((this.buffer[at + FLAGS_AT] as number) & USED) !== 0
  }

  /** Where each record begins. */
  *records(): Generator<number> {
    for (let at = 0; at < this.end; at += this.bytesAt(at)) yield at
  }

  /** @throws when the disk does not take it; nothing is lost, and a later call writes it again */
  write(): void {
    if (this.writtenTo === this.end) return
    this.file.append(this.buffer.subarray(this.writtenTo, this.end), this.#replaced)
    this.writtenTo = this.end
    this.#replaced = []
  }

  #keyLengthAt(at: number): number {
    return this.buffer.readUInt16LE(at + KEY_LENGTH_AT)
  }
}

export const referenceTo = (segment: RecordSegment, at: number): number => segment.slot * UNITS + at / UNIT
export const slotOfReference = (ref: number): number => Math.floor(ref / UNITS)
export const offsetOfReference = (ref: number): number => (ref % UNITS) * UNIT
