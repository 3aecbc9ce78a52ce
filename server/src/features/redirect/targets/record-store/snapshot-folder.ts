import { mkdirSync, readdirSync, renameSync, rmSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { isProcessGone, MACHINE, type ProcessName } from '../../../../platform/process-name'
import { readSegmentFile, repairSegmentFile, SegmentFile } from './segment-file'
import type { Report } from './snapshot-writer'

const LOG_NAME = /^([0-9a-f]{8})-(\d+)-([0-9a-f]{32})$/
const FILE_NAME = /^\d{10}\.log$/
/** A process of another machine, or container, that wrote nothing for this long is taken for gone. */
const GONE_AFTER_MS = 86_400_000
const PRIVATE_FOLDER = 0o700

/** Files do not hold what was written to them; the message says how many parts, and where. */
export class DamagedSnapshot extends Error {
  override name = 'DamagedSnapshot'
}

export interface SnapshotFolderOptions {
  /** Holds a folder for each process that uses it. */
  folder: string
  processKey: string
  report: Report
}

export interface LoadedSegment {
  content: Buffer
  file: SegmentFile
  /** Hashes of keys whose new values were in a damaged part of it. */
  lostKeys: number[]
}

/** What the files of a process hold. */
export interface LoadedLog {
  /** In the order in which they were written. */
  segments: LoadedSegment[]
  /** Parts that are not what was written. */
  damaged: number
}

/** The log of another process, which shares the folder or did. */
export interface OtherLog extends LoadedLog {
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
  loadOwn(): LoadedLog {
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
      return { segments: [], damaged: 0 }
    }
  }

  *loadOthers(): Generator<OtherLog> {
    for (const name of this.#logs()) {
      if (name === this.#own) continue
      try {
        const log = this.#read(name, false)
        yield { ...log, abandoned: this.#isAbandoned(name) ? join(this.#options.folder, name) : null }
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

  #read(log: string, isOurs: boolean): LoadedLog {
    const loaded: LoadedLog = { segments: [], damaged: 0 }
    const names = this.#filesOf(log)
    for (const [index, name] of names.entries()) {
      const file = this.#file(log, name)
      const isLast = index === names.length - 1
      const { content, wholeBytes, isTorn, damaged, lostKeys, tornKeys } = readSegmentFile(file.path)
      // What the end of a log was to replace when its process was killed, or still writes, is what was written last.
      loaded.segments.push({ content, file, lostKeys: isLast ? lostKeys : [...lostKeys, ...tornKeys] })
      loaded.damaged += damaged + (isTorn && !isLast ? 1 : 0)
      if (!isOurs || (damaged === 0 && !isTorn)) continue
      if (content.length === 0) rmSync(file.path, { force: true })
      else if (damaged > 0) repairSegmentFile(file.path, content)
      else truncateSync(file.path, wholeBytes)
      if (damaged === 0 && isLast)
        this.#options.report(
          'info',
          'the incomplete last write to the snapshot of targets was dropped after a crash',
        )
    }
    if (loaded.damaged > 0)
      this.#options.report(
        'warn',
        'damaged parts of the snapshot of targets were dropped: their codes are looked up again',
        new DamagedSnapshot(`${loaded.damaged} in ${join(this.#options.folder, log)}`),
      )
    return loaded
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

/** Files of the folder that are damaged, and in how many parts; a start drops these. */
export function findDamage(folder: string): { path: string; damaged: number }[] {
  const files = namesIn(folder, LOG_NAME).flatMap((log) =>
    namesIn(join(folder, log), FILE_NAME).map((name) => join(folder, log, name)),
  )
  return files.flatMap((path) => {
    try {
      const { damaged } = readSegmentFile(path)
      return damaged > 0 ? [{ path, damaged }] : []
    } catch {
      // Its process has removed it meanwhile.
      return []
    }
  })
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
