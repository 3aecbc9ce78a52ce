import { createHash } from 'node:crypto'
import { link, mkdir, open, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ConfigError } from '../app-error'
import type { FileStore } from '../files/file-store'
import { isUnreadable } from '../files/recorded-file'
import { type FoundBackup, SUMS, type Sums, sumsText } from './layout'
import { sumOf } from './prove-backup'

/** A backup while it is made. Every file of it is read again from its disk before its sum is in the list. */
export class Copy {
  readonly sums: Sums = new Map()
  /** Files that it has in common with the earlier backup. */
  shared = 0

  constructor(
    private readonly folder: string,
    private readonly earlier: FoundBackup | null,
  ) {}

  /**
   * Links to the file of the earlier backup. False when that is not what it was any more, or has another size than the
   * store says, or its disk cannot link.
   */
  async share(name: string, size: number): Promise<boolean> {
    const sum = this.earlier?.sums.get(name)
    if (!this.earlier || sum === undefined) return false
    const from = join(this.earlier.folder, name)
    const isSame = await stat(from).then(
      async (found) => found.size === size && (await sumOf(from)) === sum,
      () => false,
    )
    const path = await this.#room(name)
    const isShared =
      isSame &&
      (await link(from, path).then(
        () => true,
        () => false,
      ))
    if (isShared) {
      this.sums.set(name, sum)
      this.shared++
    }
    return isShared
  }

  /** False where the store has no such file, or its disk does not give it. */
  async take(files: FileStore, key: string, name: string): Promise<boolean> {
    const bytes = await files.readStream(key)
    if (!bytes) return false
    try {
      await this.write(name, bytes)
      return true
    } catch (error) {
      if (!isUnreadable(error)) throw error
      await this.#drop(name)
      return false
    }
  }

  async write(name: string, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
    const path = await this.#room(name)
    // A name that is written again may be a link to a file of the earlier backup.
    await rm(path, { force: true })
    const hash = createHash('sha256')
    const file = await open(path, 'wx', 0o600)
    try {
      for await (const chunk of bytes) {
        hash.update(chunk)
        await file.writeFile(chunk)
      }
      await file.sync()
    } finally {
      await file.close()
    }
    const sum = hash.digest('hex')
    if ((await sumOf(path)) !== sum)
      throw new ConfigError(
        `${path} is not what was written to it: check this disk, or choose another folder.`,
      )
    this.sums.set(name, sum)
  }

  async #room(name: string): Promise<string> {
    const path = join(this.folder, name)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    return path
  }

  async #drop(name: string): Promise<void> {
    await rm(join(this.folder, name), { force: true })
    this.sums.delete(name)
  }

  count(kind: string): number {
    return [...this.sums.keys()].filter((name) => name.startsWith(kind)).length
  }

  async finish(): Promise<void> {
    const file = await open(join(this.folder, SUMS), 'w', 0o600)
    try {
      await file.writeFile(sumsText(this.sums))
      await file.sync()
    } finally {
      await file.close()
    }
  }
}
