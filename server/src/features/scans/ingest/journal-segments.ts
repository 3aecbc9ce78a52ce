import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { unframe } from '../../../platform/journal/frame'
import {
  closedName,
  isWriterGone,
  parseSegmentName,
  type SegmentName,
} from '../../../platform/journal/segment-name'

/** Longer than any writer appends to one segment, by far: see `WRITE_WITHIN_MS` of the writer. */
const TAKE_OVER_AFTER_MS = 60_000

export interface FoundSegment extends SegmentName {
  file: string
}

/** The journal folder as the importer sees it: its segments, those of writers on this machine and of crashed ones. */
export class SegmentFolder {
  readonly #path: string
  readonly #processKey: string
  /** Open segments whose writer is another process: size, and since when it is unchanged (monotonic). */
  readonly #watched = new Map<string, { size: number; since: number }>()

  constructor(path: string, processKey: string) {
    this.#path = path
    this.#processKey = processKey
  }

  create(): Promise<unknown> {
    return mkdir(this.#path, { recursive: true, mode: 0o700 })
  }

  /** All segments, oldest first. */
  async list(): Promise<FoundSegment[]> {
    const found: FoundSegment[] = []
    for (const file of (await readdir(this.#path)).sort()) {
      const name = parseSegmentName(file)
      if (name) found.push({ file, ...name })
    }
    return found
  }

  /** Closes the open segments that crashed writers have left. */
  async takeOver(): Promise<void> {
    const open = (await this.list()).filter(({ isOpen }) => isOpen)
    const names = new Set(open.map(({ file }) => file))
    for (const file of this.#watched.keys()) if (!names.has(file)) this.#watched.delete(file)
    for (const segment of open) {
      if (isWriterGone(segment, this.#processKey) || (await this.#standsStill(segment))) {
        await ignoreMissing(rename(this.#pathOf(segment.file), this.#pathOf(closedName(segment.file))))
      }
    }
  }

  async #standsStill({ file }: FoundSegment): Promise<boolean> {
    const size = (await ignoreMissing(stat(this.#pathOf(file))))?.size ?? 0
    const watched = this.#watched.get(file)
    if (watched?.size === size) return performance.now() - watched.since > TAKE_OVER_AFTER_MS
    this.#watched.set(file, { size, since: performance.now() })
    return false
  }

  /** Null when another importer was faster. */
  async read(file: string): Promise<ReturnType<typeof unframe> | null> {
    const bytes = await this.readBytes(file)
    return bytes && unframe(bytes.toString('utf8'))
  }

  /** As it was written; null when another importer was faster. */
  async readBytes(file: string): Promise<Buffer | null> {
    return (await ignoreMissing(readFile(this.#pathOf(file)))) ?? null
  }

  async remove(file: string): Promise<void> {
    await rm(this.#pathOf(file), { force: true })
  }

  #pathOf(file: string): string {
    return join(this.#path, file)
  }
}

async function ignoreMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
