import { mkdirSync, readdirSync, renameSync, rmSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { isProcessGone, MACHINE, type ProcessName } from '../../../../platform/process-name'
import { SEGMENT_BYTES } from './segment'
import { DamagedSegment, readSegmentFile, SegmentFile } from './segment-file'
import type { Report } from './snapshot-writer'

const LOG_NAME = /^([0-9a-f]{8})-(\d+)-([0-9a-f]{32})$/
const FILE_NAME = /^\d{10}\.log$/
/** A process of another machine, or container, that wrote nothing for this long is taken for gone. */
const GONE_AFTER_MS = 86_400_000
const PRIVATE_FOLDER = 0o700

export interface SnapshotFolderOptions {
  /** Holds a folder for each process that uses it. */
  folder: string
  processKey: string
  report: Report
}

export interface LoadedSegment {
  content: Buffer
  file: SegmentFile
}

/** The log of another process, which shares the folder or did. */
export interface OtherLog {
  /** In the order in which they were written. */
  segments: LoadedSegment[]
  /** Its folder, when nobody writes to it any more. */
  abandoned: string | null
}

/**
 * The files of one process, in a folder named after it: no two write the same file. One that starts takes over the
 * folder of one that has ended by renaming it, which only one of several can, and reads those of all others.
 */
export class SnapshotFolder {
  readonly #options: SnapshotFolderOptions
  readonly #own: string
  #lastNumber = 0

  constructor(options: SnapshotFolderOptions) {
    this.#options = options
    this.#own = `${MACHINE}-${process.pid}-${options.processKey}`
  }

  newFile(): SegmentFile {
    this.#lastNumber += 1
    return this.#file(this.#own, `${String(this.#lastNumber).padStart(10, '0')}.log`)
  }

  /** Takes over a log, or begins one. */
  loadOwn(): LoadedSegment[] {
    try {
      mkdirSync(this.#options.folder, { recursive: true, mode: PRIVATE_FOLDER })
      this.#takeOver()
      const loaded = this.#read(this.#own, true)
      this.#lastNumber = Number(this.#filesOf(this.#own).at(-1)?.slice(0, 10) ?? 0)
      return loaded
    } catch (error) {
      this.#options.report(
        'warn',
        'the snapshot of targets cannot be read: its codes are looked up again',
        error as Error,
      )
      return []
    }
  }

  *loadOthers(): Generator<OtherLog> {
    for (const name of this.#logs()) {
      if (name === this.#own) continue
      try {
        const segments = this.#read(name, false)
        yield { segments, abandoned: this.#isAbandoned(name) ? join(this.#options.folder, name) : null }
      } catch {
        // Its process has removed files meanwhile: what it knows is looked up.
      }
    }
  }

  #takeOver(): void {
    const logs = this.#logs()
    if (logs.includes(this.#own)) return
    const byAge = logs
      .filter((name) => this.#isGone(name))
      .sort((one, other) => this.#writtenAt(other) - this.#writtenAt(one))
    for (const name of byAge) {
      try {
        renameSync(join(this.#options.folder, name), join(this.#options.folder, this.#own))
        return
      } catch {
        // Another process was faster.
      }
    }
  }

  /** Of damaged files, and of what was written before them, nothing is used: newer records of the same keys may be lost. */
  #read(log: string, isOurs: boolean): LoadedSegment[] {
    const names = this.#filesOf(log)
    let loaded: LoadedSegment[] = []
    let damage: string | null = null
    let dropped = 0
    for (const [index, name] of names.entries()) {
      const file = this.#file(log, name)
      try {
        loaded.push({ content: this.#contentOf(file, index === names.length - 1, isOurs), file })
      } catch (error) {
        damage = (error as Error).message
        dropped = index + 1
        loaded = []
        if (isOurs)
          for (const spoilt of names.slice(0, dropped)) rmSync(this.#file(log, spoilt).path, { force: true })
      }
    }
    if (damage !== null && isOurs)
      this.#options.report(
        'warn',
        'damaged files of the snapshot of targets were dropped: their codes are looked up again',
        new DamagedSegment(`${damage}: ${dropped} of ${names.length} files`),
      )
    return loaded
  }

  /** @throws DamagedSegment */
  #contentOf({ path }: SegmentFile, isLast: boolean, isOurs: boolean): Buffer {
    const { content, wholeBytes, isTorn } = readSegmentFile(path)
    if (content.length > SEGMENT_BYTES) throw new DamagedSegment('too long')
    if (!isTorn) return content
    if (!isLast) throw new DamagedSegment('an end is missing')
    if (!isOurs) return content
    // Otherwise it would be damage once another file follows.
    if (wholeBytes === 0) rmSync(path, { force: true })
    else truncateSync(path, wholeBytes)
    this.#options.report(
      'info',
      'the incomplete last write to the snapshot of targets was dropped after a crash',
    )
    return content
  }

  #logs(): string[] {
    return namesIn(this.#options.folder, LOG_NAME)
  }

  #filesOf(log: string): string[] {
    return namesIn(join(this.#options.folder, log), FILE_NAME).sort()
  }

  #file(log: string, name: string): SegmentFile {
    return new SegmentFile(join(this.#options.folder, log, name))
  }

  #isGone(log: string): boolean {
    return isProcessGone(processOf(log), this.#options.processKey)
  }

  #isAbandoned(log: string): boolean {
    return (
      this.#isGone(log) ||
      (processOf(log).machine !== MACHINE && Date.now() - this.#writtenAt(log) > GONE_AFTER_MS)
    )
  }

  /** 0 for one that another process has taken over meanwhile. */
  #writtenAt(log: string): number {
    const times = this.#filesOf(log).map(
      (name) => statSync(this.#file(log, name).path, { throwIfNoEntry: false })?.mtimeMs ?? 0,
    )
    return Math.max(0, ...times)
  }
}

/** None of a folder that is not there. */
function namesIn(folder: string, pattern: RegExp): string[] {
  try {
    return readdirSync(folder).filter((name) => pattern.test(name))
  } catch {
    return []
  }
}

function processOf(log: string): ProcessName {
  const [, machine = '', pid = '', processKey = ''] = LOG_NAME.exec(log) ?? []
  return { machine, pid: Number(pid), processKey }
}
