import { once } from 'node:events'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { ExportEntry } from '../../../platform/export/entry'

/**
 * A ZIP file (ZIP64 where it is needed) of entries that are asked for and read one after the other, as the bytes are taken:
 * its memory does not grow with them, only by a name for each.
 */
export async function* zipOf(entries: AsyncIterable<ExportEntry>): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const reading: { bytes: Readable | null } = { bytes: null }

  /** One entry after the other has been read to its end. */
  async function feed(): Promise<void> {
    for await (const { path, read, isPacked } of entries) {
      if (output.destroyed) return
      const bytes = Readable.from(read(), { objectMode: false })
      reading.bytes = bytes
      const isRead = once(bytes, 'close')
      zip.addReadStreamLazy(path, { compress: !isPacked }, (give) => give(null, bytes))
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
