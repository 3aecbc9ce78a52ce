import { once } from 'node:events'
import { type PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { ExportEntry } from './entry'

/** A small file that is in memory already: a picture. */
export interface PackedEntry {
  path: string
  /** As dense as they get. */
  bytes: Buffer
}

/**
 * A ZIP file (ZIP64 where it is needed) of entries that are asked for and read one after the other, as the bytes are taken:
 * its memory does not grow with them, only by a name for each.
 */
export async function* zipOf(entries: AsyncIterable<ExportEntry | PackedEntry>): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  const output = zip.outputStream as PassThrough
  const reading: { bytes: Readable | null } = { bytes: null }
  const names = new NameBlocks()
  const mtime = new Date()

  /** One entry after the other has been read to its end. */
  async function feed(): Promise<void> {
    for await (const entry of entries) {
      if (output.destroyed) return
      if ('bytes' in entry) {
        // Its size stands before it, as programs that unpack while they receive need for a file that is stored.
        zip.addBuffer(entry.bytes, entry.path, { compress: false, mtime })
        names.keep(zip)
        if (output.writableNeedDrain) await drained(output)
        continue
      }
      const { path, read, isPacked } = entry
      const bytes = Readable.from(read(), { objectMode: false })
      reading.bytes = bytes
      const isRead = once(bytes, 'close')
      // The ZIP keeps this function to its end: what it named itself would stay as long.
      zip.addReadStreamLazy(path, { compress: !isPacked, mtime }, (give) =>
        give(null, reading.bytes as Readable),
      )
      names.keep(zip)
      await isRead
    }
    zip.end()
  }

  // What fails in a file is not told by its stream to the others.
  feed().catch((error) => output.destroy(error))
  try {
    yield* output
  } finally {
    output.destroy()
    reading.bytes?.destroy()
  }
}

const BLOCK_BYTES = 65_536

/**
 * yazl keeps the name of each entry to the end, cut from a block that Node shares among small buffers: each would hold the
 * bytes of others with it. Here the names lie in blocks of their own.
 */
class NameBlocks {
  #block = Buffer.alloc(0)
  #used = 0

  /** Moves the name of the newest entry. */
  keep(zip: ZipFile): void {
    const entry = (zip as unknown as { entries: { utf8FileName: Buffer }[] }).entries.at(-1)
    if (!entry) return
    const { length } = entry.utf8FileName
    if (this.#used + length > this.#block.length) {
      this.#block = Buffer.allocUnsafeSlow(Math.max(BLOCK_BYTES, length))
      this.#used = 0
    }
    const name = this.#block.subarray(this.#used, this.#used + length)
    entry.utf8FileName.copy(name)
    entry.utf8FileName = name
    this.#used += length
  }
}

/** When the bytes written were taken, or nobody takes any more. */
function drained(output: PassThrough): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      output.off('drain', done).off('close', done)
      resolve()
    }
    output.on('drain', done).on('close', done)
  })
}
