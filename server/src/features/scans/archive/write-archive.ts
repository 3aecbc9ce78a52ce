import { createHash, randomBytes } from 'node:crypto'
import type { FileStore } from '../../../platform/files/file-store'
import type { ScanFacts } from '../analytics/scan-log-repository'
import { ArchiveFault, footerOf, readArchive, verifyWhole } from './archive-file'
import type { NewArchive } from './archive-repository'
import { parquetOf, ROWS_PER_GROUP } from './parquet-format'
import { grouped } from './scan-streams'
import { addScan, isSame, noSums, rowsOf } from './scan-sums'

export const ARCHIVE_FOLDER = 'scan-archive'

/**
 * Writes scans of a day into a file, under a key that no other attempt has, and reads it back.
 * @param scans in the order of codes and of time
 * @returns null when there are none: then no file is left
 * @throws ArchiveFault when what is read is not what was written
 */
export async function writeArchive(
  files: FileStore,
  day: string,
  scans: AsyncIterable<ScanFacts>,
): Promise<NewArchive | null> {
  const key = `${ARCHIVE_FOLDER}/${day.slice(0, 7)}/${day}-${randomBytes(8).toString('hex')}`
  const sums = noSums()
  const hash = createHash('sha256')
  let bytes = 0
  let firstCode = ''
  let lastCode = ''
  await files.writeStream(key, measured(parquetOf(summed())))
  try {
    if (firstCode === '') {
      await files.remove(key)
      return null
    }
    const archive = { key, bytes, sha256: hash.digest('hex'), ...(await footerOf(files, key, bytes)) }
    await verifyWhole(files, archive)
    const read = noSums()
    for await (const group of readArchive(files, archive, null)) for (const scan of group) addScan(read, scan)
    if (!isSame(read, sums))
      throw new ArchiveFault(`${key}: ${rowsOf(read)} scans were read, ${rowsOf(sums)} were written`)
    return { ...archive, sums, firstCode, lastCode }
  } catch (error) {
    await files.remove(key)
    throw error
  }

  async function* summed(): AsyncGenerator<ScanFacts[]> {
    for await (const group of grouped(scans, ROWS_PER_GROUP)) {
      for (const scan of group) addScan(sums, scan)
      firstCode ||= group[0]?.codeId ?? ''
      lastCode = group.at(-1)?.codeId ?? ''
      yield group
    }
  }

  async function* measured(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
}
