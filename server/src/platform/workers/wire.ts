import type { Readable, Writable } from 'node:stream'
import { parseJson } from '@scanleaf/shared/json'

/**
 * Messages between the program and its processes. A frame is the length of what follows, four bytes with the highest
 * first, then the length of a JSON text in the same form, the text, and raw bytes. Nothing of the other side is decoded
 * by anything but this module, so that a message can be refused, and can do no more than that.
 */

const LENGTH_BYTES = 4
/** Levels of the JSON text; one more than is nested in any result. */
const MAX_DEPTH = 48

/** The other side does not keep to the protocol: too long, cut, or not a message. */
export class WireError extends Error {
  override name = 'WireError'
}

type Path = readonly string[]

/** The text of a frame. */
interface Envelope {
  value: unknown
  /** Where bytes belong in the value, and which part they are: the same ones may be in several places. */
  places: (readonly [Path, number])[]
  /** Lengths of the parts behind the text. */
  lengths: number[]
}

/** @param value what JSON holds, and byte arrays at any place; what is undefined is left out */
export function writeMessage(stream: Writable, value: unknown): void {
  const parts = new Map<Uint8Array, number>()
  const places: Envelope['places'] = []
  const flat = withoutBytes(value, [], (path, bytes) => {
    const part = parts.get(bytes) ?? parts.size
    parts.set(bytes, part)
    places.push([path, part])
  })
  const lengths = Array.from(parts.keys(), ({ length }) => length)
  const text = Buffer.from(JSON.stringify({ value: flat, places, lengths } satisfies Envelope))
  const head = Buffer.alloc(2 * LENGTH_BYTES)
  head.writeUInt32BE(LENGTH_BYTES + text.length + lengths.reduce((sum, length) => sum + length, 0))
  head.writeUInt32BE(text.length, LENGTH_BYTES)
  stream.cork()
  for (const bytes of [head, text, ...parts.keys()]) stream.write(bytes)
  stream.uncork()
}

/** A copy with null in the place of each byte array; the value itself where it has none. */
function withoutBytes(value: unknown, path: Path, take: (path: Path, bytes: Uint8Array) => void): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Uint8Array) {
    take(path, value)
    return null
  }
  let copy: Record<string, unknown> | null = null
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner !== 'object' || inner === null) continue
    const flat = withoutBytes(inner, [...path, key], take)
    if (flat === inner) continue
    copy ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>
    copy[key] = flat
  }
  return copy ?? value
}

/**
 * The values that the other side sends, as it sends them; ends when the other side does.
 * @param maxBytes of one frame
 * @throws {WireError} for a frame that is longer, cut or malformed
 */
export async function* readMessages(stream: Readable, maxBytes: number): AsyncGenerator<unknown> {
  const length = Buffer.alloc(LENGTH_BYTES)
  let target = length
  let filled = 0
  for await (let chunk of stream as AsyncIterable<Buffer>) {
    while (chunk.length > 0) {
      const taken = chunk.copy(target, filled)
      chunk = chunk.subarray(taken)
      filled += taken
      if (filled < target.length) continue
      filled = 0
      if (target === length) {
        const announced = length.readUInt32BE()
        if (announced < LENGTH_BYTES || announced > maxBytes)
          throw new WireError(`a frame of ${announced} bytes`)
        target = Buffer.allocUnsafeSlow(announced)
      } else {
        yield messageIn(target, maxBytes)
        target = length
      }
    }
  }
  if (target !== length || filled > 0) throw new WireError('a frame is cut')
}

/** The byte arrays of the value are views of the frame. */
function messageIn(frame: Buffer, maxBytes: number): unknown {
  try {
    const textEnd = LENGTH_BYTES + frame.readUInt32BE()
    const text = new TextDecoder('utf-8', { fatal: true }).decode(frame.subarray(LENGTH_BYTES, textEnd))
    const { value, places, lengths } = parseJson(text, {
      maxLength: maxBytes,
      maxDepth: MAX_DEPTH,
    }) as Envelope
    const parts = partsOf(frame.subarray(textEnd), lengths)
    const root = { value }
    for (const [path, part] of places) place(root, ['value', ...path], parts[part])
    return root.value
  } catch (cause) {
    throw new WireError('a frame is no message', { cause })
  }
}

/** Plain arrays, whatever the sender had: a decoder may refuse a Buffer. */
function partsOf(bytes: Buffer, lengths: readonly number[]): Uint8Array[] {
  let start = 0
  const parts = lengths.map((length) => {
    if (!Number.isSafeInteger(length) || length < 0 || start + length > bytes.length)
      throw new WireError('a part has no length')
    start += length
    return new Uint8Array(bytes.buffer, bytes.byteOffset + start - length, length)
  })
  if (start !== bytes.length) throw new WireError('the parts are not the rest of the frame')
  return parts
}

function place(root: object, path: Path, bytes: Uint8Array | undefined): void {
  let holder = root as Record<string, unknown>
  for (const key of path.slice(0, -1)) holder = own(holder, key) as Record<string, unknown>
  const last = path.at(-1) ?? ''
  if (!bytes || own(holder, last) !== null) throw new WireError('there is no place for a part')
  holder[last] = bytes
}

function own(holder: Record<string, unknown>, key: string): unknown {
  if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, key))
    throw new WireError('a part is nowhere')
  return holder[key]
}
