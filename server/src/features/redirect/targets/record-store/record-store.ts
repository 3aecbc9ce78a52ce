import { randomBytes } from 'node:crypto'
import { KeyIndex } from './key-index'
import {
  offsetOfReference,
  type RecordData,
  RecordSegment,
  recordBytes,
  referenceTo,
  slotOfReference,
} from './segment'
import { SEGMENT_BYTES, type SegmentFile } from './segment-file'
import { type OtherLog, SnapshotFolder, type SnapshotFolderOptions } from './snapshot-folder'
import { SnapshotWriter } from './snapshot-writer'

/** A longer record is not kept: addresses end at a twentieth of it. */
const MAX_RECORD_BYTES = 64 * 1024
const MAX_KEY_BYTES = 4096
/** Replaced records may take this share of what is in use, before the oldest segments are compacted. */
const GARBAGE_SHARE = 0.25
const GARBAGE_BYTES = 4 * SEGMENT_BYTES
/** For each new segment; with three a full round of replaced records is cleared before as many have come. */
const COMPACTIONS = 3
/** However small `maxBytes` is. */
const LEAST_SEGMENTS = 3
const SECONDS_OF_DAY = 86_400

export interface StoredRecord {
  value: Buffer
  /** When the database said so (Unix time, s). */
  knownAt: number
  /** 0 for what was read from disk, or was changed since. */
  generation: number
}

export interface RecordStoreOptions extends SnapshotFolderOptions {
  /** Most bytes of memory, and on disk: at most 4 GiB. */
  maxBytes: number
}

/**
 * The redirect's memory of what the database said, and its copy on disk, which a process that starts reads: a log of
 * records in segments, and an index of it (docs/decisions/redirect.md). Beyond `maxBytes` the oldest segment
 * goes, without what was used since it was written.
 */
export class RecordStore {
  readonly #options: RecordStoreOptions
  readonly #folder: SnapshotFolder
  readonly #writer: SnapshotWriter
  readonly #index = new KeyIndex()
  readonly #slots: (RecordSegment | undefined)[] = []
  /** The oldest first; the last one takes records. */
  readonly #segments: RecordSegment[] = []
  #allocated = 0
  #bytes = 0
  #liveBytes = 0
  #isFlushAwaited = false
  #damaged = 0
  /** Nothing known may go before all logs are read: an older record of another log would take its place. */
  #isLoading = true
  /** So that nobody can choose keys that collide. */
  readonly #seed = randomBytes(4).readUInt32LE()
  readonly #keyBuffer = Buffer.alloc(MAX_KEY_BYTES)

  constructor(options: RecordStoreOptions) {
    this.#options = options
    this.#folder = new SnapshotFolder(options)
    this.#writer = new SnapshotWriter(this.#segments, options.report)
    this.#load()
  }

  /** Number of records. */
  get size(): number {
    return this.#index.size
  }

  /** Memory in use, with the index. */
  get bytes(): number {
    return this.#allocated + this.#index.bytes
  }

  /** Parts of the files that were damaged when they were read. */
  get damaged(): number {
    return this.#damaged
  }

  get isWritable(): boolean {
    return this.#writer.isWritable
  }

  find(kind: number, key: string): StoredRecord | null {
    const ref = this.#refOf(kind, key)
    if (ref === null) return null
    const [segment, at] = this.#resolve(ref)
    const value = segment.valueAt(at)
    if (value === null) return null
    segment.markUsed(at)
    return { value, knownAt: segment.knownAt(at), generation: segment.generationAt(at) }
  }

  /** Keeps what the database said of a key; on disk its time is exact to the day, unless the value changes. */
  put(kind: number, key: string, value: Buffer, { knownAt, generation }: Omit<StoredRecord, 'value'>): void {
    const bytes = this.#keyBytes(key)
    if (bytes !== null) this.#put({ kind, key: bytes, value, knownAt, generation })
  }

  /** The database said that there is nothing. */
  remove(kind: number, key: string, knownAt: number): void {
    const bytes = this.#keyBytes(key)
    if (bytes !== null) this.#remove(kind, bytes, knownAt)
  }

  /**
   * A key was changed: what is known of it is of generation 0 from now on.
   * @returns whether anything is known
   */
  suspect(kind: number, key: string): boolean {
    const ref = this.#refOf(kind, key)
    if (ref === null) return false
    const [segment, at] = this.#resolve(ref)
    segment.setGeneration(at, 0)
    return true
  }

  /** Resolves when all is on disk, as far as the disk takes it. */
  close(): Promise<void> {
    return this.#writer.close()
  }

  #put(record: RecordData & { value: Buffer }): void {
    const { kind, key, value, knownAt, generation } = record
    if (recordBytes(key.length, value.length) > MAX_RECORD_BYTES) {
      this.#remove(kind, key, knownAt)
      return
    }
    const ref = this.#refOfBytes(kind, key)
    if (ref === null) {
      this.#append(record, false)
      return
    }
    const [segment, at] = this.#resolve(ref)
    const isSame = segment.valueAt(at)?.equals(value) ?? false
    if (isSame && dayOf(segment.knownAt(at)) === dayOf(knownAt)) segment.confirm(at, knownAt, generation)
    else this.#append(record, !isSame)
  }

  #remove(kind: number, key: Buffer, knownAt: number): void {
    if (this.#refOfBytes(kind, key) !== null)
      this.#append({ kind, key, value: null, knownAt, generation: 0 }, true)
  }

  #append(record: RecordData, isReplacing: boolean): void {
    const bytes = recordBytes(record.key.length, record.value?.length ?? 0)
    if (!this.#segments.at(-1)?.hasRoom(bytes)) {
      this.#openSegment()
      this.#makeRoom()
    }
    const segment = this.#roomFor(bytes)
    const at = segment.append(record)
    if (isReplacing) segment.markReplacing(at)
    this.#place(segment, at)
    this.#awaitFlush()
  }

  /** Makes the record at the end of the log the one of its key. */
  #place(segment: RecordSegment, at: number): void {
    const hash = this.#hash(segment.kindAt(at), segment.keyAt(at))
    const slot = this.#slotOf(hash, segment.kindAt(at), segment.keyAt(at))
    const isRemoved = segment.valueAt(at) === null
    this.#bytes += segment.bytesAt(at)
    if (slot >= 0) {
      const [before, beforeAt] = this.#resolve(this.#index.refAt(slot))
      this.#liveBytes -= before.bytesAt(beforeAt)
      if (isRemoved) this.#index.remove(slot)
      else this.#index.replace(slot, referenceTo(segment, at))
    } else if (!isRemoved) this.#index.add(hash, referenceTo(segment, at))
    if (!isRemoved) this.#liveBytes += segment.bytesAt(at)
  }

  #roomFor(bytes: number): RecordSegment {
    const last = this.#segments.at(-1)
    return last?.hasRoom(bytes) ? last : this.#openSegment()
  }

  #openSegment(): RecordSegment {
    return this.#addSegment(Buffer.allocUnsafeSlow(SEGMENT_BYTES), this.#folder.newFile())
  }

  #addSegment(buffer: Buffer, file: SegmentFile): RecordSegment {
    const free = this.#slots.indexOf(undefined)
    const slot = free >= 0 ? free : this.#slots.length
    const segment = new RecordSegment(slot, buffer, file)
    this.#slots[slot] = segment
    this.#segments.push(segment)
    this.#allocated += buffer.length
    return segment
  }

  /** Compacts the oldest segments, a few at a time: each takes about a millisecond. */
  #makeRoom(): void {
    const isFull = () => this.bytes > this.#options.maxBytes && this.#segments.length > LEAST_SEGMENTS
    while (!this.#isLoading && isFull()) this.#compact(SEGMENT_BYTES / 2)
    for (let count = 0; count < COMPACTIONS && this.#hasGarbage(); count++) this.#compact(SEGMENT_BYTES)
  }

  #hasGarbage(): boolean {
    const allowed = Math.max(GARBAGE_BYTES, this.#liveBytes * GARBAGE_SHARE)
    // Each start of a process begins a segment, however little the last one holds.
    const isScattered = this.#segments.length > 16 + (2 * this.#bytes) / SEGMENT_BYTES
    return isScattered || this.#bytes - this.#liveBytes > allowed
  }

  /**
   * Drops the oldest segment; its records in use go to the end of the log.
   * @param mostBytes of records that may stay; less than all of them: only those that were used
   */
  #compact(mostBytes: number): void {
    const oldest = this.#segments.shift()
    if (!oldest) return
    this.#allocated -= oldest.buffer.length
    const keepsAll = mostBytes === SEGMENT_BYTES
    let left = mostBytes
    for (const at of oldest.records()) {
      const bytes = oldest.bytesAt(at)
      this.#bytes -= bytes
      const ref = referenceTo(oldest, at)
      const hash = this.#hash(oldest.kindAt(at), oldest.keyAt(at))
      const slot = this.#index.slotOf(hash, (known) => known === ref)
      if (slot < 0) continue
      if (bytes <= left && (keepsAll || oldest.isUsed(at))) {
        left -= bytes
        const segment = this.#roomFor(bytes)
        this.#index.replace(slot, referenceTo(segment, segment.copy(oldest, at)))
        this.#bytes += bytes
      } else {
        this.#index.remove(slot)
        this.#liveBytes -= bytes
      }
    }
    this.#slots[oldest.slot] = undefined
    this.#writer.discard(oldest)
  }

  /** After all records of this turn. */
  #awaitFlush(): void {
    if (this.#isFlushAwaited) return
    this.#isFlushAwaited = true
    queueMicrotask(() => {
      this.#isFlushAwaited = false
      this.#writer.write()
    })
  }

  #load(): void {
    // Times at which keys were removed: an older record of another process must not bring them back.
    const removed = new Map<string, number>()
    const { segments, damaged } = this.#folder.loadOwn()
    this.#damaged = damaged
    /** Before which segment of the log a key's value is outdated. */
    const lost = new Map<number, number>()
    for (const { content, file, lostKeys } of segments) {
      const segment = this.#addSegment(content, file)
      for (const hash of lostKeys) lost.set(hash, this.#segments.length)
      while (segment.end < content.length) {
        const at = segment.end
        segment.setGeneration(at, 0)
        if (segment.valueAt(at) === null) removed.set(nameOf(segment, at), segment.knownAt(at))
        this.#place(segment, at)
        segment.end += segment.bytesAt(at)
      }
      segment.writtenTo = segment.end
    }
    this.#removeOutdated(lost)
    const lostByOthers = new Map<number, number>()
    for (const other of this.#folder.loadOthers()) {
      for (const hash of other.segments.flatMap(({ lostKeys }) => lostKeys))
        lostByOthers.set(hash, Number.POSITIVE_INFINITY)
      this.#damaged += other.damaged
      this.#merge(other, removed, lost)
    }
    this.#removeOutdated(lostByOthers)
    this.#isLoading = false
    this.#makeRoom()
    this.#awaitFlush()
  }

  /**
   * Of two records of a key the later one is right. Where our own last one is lost nobody knows which is later: the key is
   * unknown, also to the next start, for which our files are repaired.
   */
  #merge(
    { segments, abandoned }: OtherLog,
    removed: Map<string, number>,
    lost: ReadonlyMap<number, number>,
  ): void {
    for (const { content, file } of segments) {
      const from = new RecordSegment(0, content, file)
      from.end = content.length
      for (const at of from.records()) {
        const [kind, key, value, knownAt] = [
          from.kindAt(at),
          from.keyAt(at),
          from.valueAt(at),
          from.knownAt(at),
        ]
        const name = nameOf(from, at)
        if (knownAt < Math.max(this.#knownAt(kind, key), removed.get(name) ?? 0)) continue
        if (lost.has(from.keyHashAt(at)) && this.#refOfBytes(kind, key) === null) {
          removed.set(name, knownAt + 1)
          this.#append({ kind, key, value: null, knownAt: knownAt + 1, generation: 0 }, true)
        } else if (value) this.#put({ kind, key, value, knownAt, generation: 0 })
        else {
          removed.set(name, knownAt)
          this.#remove(kind, key, knownAt)
        }
      }
    }
    if (abandoned !== null) this.#writer.discardPath(abandoned)
  }

  /** Newer values of these keys are lost: what is left may lead to where a code no longer may. */
  #removeOutdated(lost: ReadonlyMap<number, number>): void {
    if (lost.size === 0) return
    const outdated = this.#segments.flatMap((segment, index) =>
      [...segment.records()]
        .filter((at) => index < (lost.get(segment.keyHashAt(at)) ?? 0))
        .map((at) => ({ segment, at, kind: segment.kindAt(at), key: Buffer.from(segment.keyAt(at)) })),
    )
    for (const { segment, at, kind, key } of outdated)
      if (this.#refOfBytes(kind, key) === referenceTo(segment, at))
        this.#remove(kind, key, segment.knownAt(at))
  }

  #knownAt(kind: number, key: Buffer): number {
    const ref = this.#refOfBytes(kind, key)
    if (ref === null) return 0
    const [segment, at] = this.#resolve(ref)
    return segment.knownAt(at)
  }

  #refOf(kind: number, key: string): number | null {
    const bytes = this.#keyBytes(key)
    return bytes === null ? null : this.#refOfBytes(kind, bytes)
  }

  #refOfBytes(kind: number, key: Buffer): number | null {
    const slot = this.#slotOf(this.#hash(kind, key), kind, key)
    return slot < 0 ? null : this.#index.refAt(slot)
  }

  #slotOf(hash: number, kind: number, key: Buffer): number {
    return this.#index.slotOf(hash, (ref) => {
      const [segment, at] = this.#resolve(ref)
      return segment.isKeyAt(at, kind, key)
    })
  }

  #resolve(ref: number): [RecordSegment, number] {
    return [this.#slots[slotOfReference(ref)] as RecordSegment, offsetOfReference(ref)]
  }

  /** Valid until the next call; null for a key that is too long to be one. */
  #keyBytes(key: string): Buffer | null {
    if (key.length * 3 > MAX_KEY_BYTES) return null
    return this.#keyBuffer.subarray(0, this.#keyBuffer.write(key))
  }

  /** FNV-1a from a random state, and a last mix (the finaliser of MurmurHash3), because its low bits choose the slot. */
  #hash(kind: number, key: Buffer): number {
    let hash = Math.imul(this.#seed ^ kind, 0x01000193)
    for (let index = 0; index < key.length; index++)
      hash = Math.imul(hash ^ (key[index] as number), 0x01000193)
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
    return (hash ^ (hash >>> 16)) >>> 0
  }
}

const nameOf = (segment: RecordSegment, at: number): string =>
  `${segment.kindAt(at)}${segment.keyAt(at).toString('latin1')}`

const dayOf = (seconds: number): number => Math.floor(seconds / SECONDS_OF_DAY)
