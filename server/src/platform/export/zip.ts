import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { crc32, createDeflateRaw, deflateRaw } from 'node:zlib'
import type { ExportEntry, SmallEntry } from './entry'
import {
  CentralDirectory,
  dataDescriptor,
  localBytes,
  localHeader,
  type ZipMember,
  zipName,
} from './zip-format'

const deflate = promisify(deflateRaw)
/** Least bytes of an output buffer that zlib accepts. */
const MIN_CHUNK_BYTES = 64
/** Short texts are joined to about as many letters: each piece costs a turn of the thread that deflates. */
const PIECE_LETTERS = 32_768

type Content = Omit<ZipMember, 'offset'>

/**
 * A ZIP file (ZIP64 where it is needed) of entries that are requested and read one after the other, as the bytes are taken:
 * its memory does not grow with them, only by a name and some numbers for each.
 */
export async function* zipOf(entries: AsyncIterable<ExportEntry | SmallEntry>): AsyncGenerator<Uint8Array> {
  const modifiedAt = new Date()
  const directory = new CentralDirectory(modifiedAt)
  let offset = 0
  for await (const entry of entries) {
    const file = yield* 'bytes' in entry ? whole(entry, modifiedAt) : streamed(entry, modifiedAt)
    directory.add({ ...file, offset })
    offset += localBytes(file)
  }
  yield* directory.bytes(offset)
}

/** Its sizes precede it, as programs that unpack while they receive need for a file that is stored. */
async function* whole(
  { path, bytes, isPacked = false }: SmallEntry,
  modifiedAt: Date,
): AsyncGenerator<Uint8Array, Content> {
  const stored = isPacked
    ? bytes
    : await deflate(bytes, { chunkSize: Math.max(MIN_CHUNK_BYTES, bytes.length) })
  const file: Content = {
    name: zipName(path),
    crc: crc32(bytes),
    size: bytes.length,
    storedSize: stored.length,
    isDeflated: !isPacked,
    isStreamed: false,
  }
  yield Buffer.concat([localHeader(file, modifiedAt), stored])
  return file
}

async function* streamed(
  { path, read, isPacked = false }: ExportEntry,
  modifiedAt: Date,
): AsyncGenerator<Uint8Array, Content> {
  const facts = { crc: 0, size: 0, storedSize: 0, isDeflated: !isPacked, isStreamed: true }
  const file: Content = { name: zipName(path), ...facts }
  yield localHeader(file, modifiedAt)
  async function* counted() {
    for await (const piece of inPieces(read())) {
      file.crc = crc32(piece, file.crc)
      file.size += piece.length
      yield piece
    }
  }
  for await (const chunk of isPacked ? counted() : deflated(counted())) {
    file.storedSize += chunk.length
    yield chunk
  }
  yield dataDescriptor(file)
  return file
}

/** What fails in the source is thrown to who reads, and who reads no further closes the source. */
function deflated(pieces: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  return pipeline(Readable.from(pieces), createDeflateRaw(), () => {})
}

async function* inPieces(parts: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  let text = ''
  for await (const part of parts) {
    if (typeof part === 'string') {
      text += part
      if (text.length < PIECE_LETTERS) continue
    }
    if (text !== '') yield Buffer.from(text)
    text = ''
    if (typeof part !== 'string') yield part
  }
  if (text !== '') yield Buffer.from(text)
}
