import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Page } from '@scanleaf/shared'
import { parseJson } from '@scanleaf/shared/json'
import * as z from 'zod'
import type { Log } from '../../../platform/logging'
import type { PublishedPage } from './published-page'

const MAX_BYTES = 256 * 1024 * 1024
const NAME = /^[0-9a-f-]{36}$/

const Stored = z.object({
  codeId: z.string(),
  ownerId: z.string(),
  dynamicId: z.string(),
  isEnabled: z.boolean(),
  isTakenDown: z.boolean(),
  isReported: z.boolean(),
  version: z
    .object({
      number: z.number(),
      content: Page,
      pdfs: z
        .array(z.object({ code: z.string(), name: z.string(), title: z.string(), size: z.number() }))
        .default([]),
      accountSince: z.coerce.date().nullable(),
      publishedAt: z.coerce.date(),
      tag: z.string(),
    })
    .nullable(),
})

/**
 * The pages that this machine has shown, each a file of its own, for the time in which the database is away. The oldest
 * go once there are too many.
 */
export class PageFolder {
  readonly #folder: string
  readonly #log: Log
  /** Bytes of the files by id, the one that was written last is the last. */
  #sizes: Promise<Map<string, number>> | null = null
  #bytes = 0
  /** What each file says, as a tag. */
  readonly #written = new Map<string, string>()
  #writing: Promise<void> = Promise.resolve()
  #isFailing = false

  constructor(folder: string, log: Log) {
    this.#folder = folder
    this.#log = log
  }

  async read(id: string): Promise<PublishedPage | null> {
    await this.#writing
    const text = await readFile(join(this.#folder, id), 'utf8').catch(() => null)
    if (text === null) return null
    try {
      return Stored.parse(parseJson(text))
    } catch (err) {
      this.#log.warn({ err, id }, 'a stored page cannot be read')
      return null
    }
  }

  /** What is the same as before is not written again. */
  write(id: string, page: PublishedPage | null): void {
    if (page === null) this.#written.delete(id)
    else {
      const { ownerId, isEnabled, isTakenDown, isReported, version } = page
      const tag = `${ownerId} ${isEnabled} ${isTakenDown} ${isReported} ${version?.tag}`
      if (this.#written.get(id) === tag) return
      this.#written.set(id, tag)
    }
    this.#writing = this.#writing
      .then(() => this.#store(id, page))
      .then(
        () => {
          this.#isFailing = false
        },
        (err) => {
          this.#written.delete(id)
          if (!this.#isFailing)
            this.#log.error(
              { err },
              'pages cannot be stored on disk: an outage of the database would take them down',
            )
          this.#isFailing = true
        },
      )
  }

  async close(): Promise<void> {
    await this.#writing
  }

  async #store(id: string, page: PublishedPage | null): Promise<void> {
    this.#sizes ??= this.#open()
    const sizes = await this.#sizes
    const file = join(this.#folder, id)
    // Anybody may ask for pages that are not there.
    if (page === null) {
      if (this.#forget(sizes, id)) await rm(file, { force: true })
      return
    }
    const text = JSON.stringify(page)
    await writeFile(`${file}.new`, text, { mode: 0o600 })
    await rename(`${file}.new`, file)
    this.#forget(sizes, id)
    sizes.set(id, Buffer.byteLength(text))
    this.#bytes += Buffer.byteLength(text)
    for (const oldest of sizes.keys()) {
      if (this.#bytes <= MAX_BYTES) break
      this.#forget(sizes, oldest)
      this.#written.delete(oldest)
      await rm(join(this.#folder, oldest), { force: true })
    }
  }

  #forget(sizes: Map<string, number>, id: string): boolean {
    this.#bytes -= sizes.get(id) ?? 0
    return sizes.delete(id)
  }

  async #open(): Promise<Map<string, number>> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const names = (await readdir(this.#folder)).filter((name) => NAME.test(name))
    const found = await Promise.all(
      names.map(async (name) => ({ name, ...(await stat(join(this.#folder, name))) })),
    )
    this.#bytes = found.reduce((sum, { size }) => sum + size, 0)
    return new Map(found.sort((a, b) => a.mtimeMs - b.mtimeMs).map(({ name, size }) => [name, size]))
  }
}
