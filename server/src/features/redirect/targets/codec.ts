import { BLOCK_REASONS, type Domain, type Path, type Target } from './target'

/** How the entries of one cache are written into bytes. */
export interface Codec<T> {
  /** Number of the cache in the store and in its files, never used for another. */
  kind: number
  encode(found: T): Buffer
  decode(bytes: Buffer): T
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const UUID_BYTES = 16
const LENGTH_BYTES = 2
const HAS_LOCATION = 0x80
const HAS_RULES = 0x40

/**
 * u8: 0x80 with a location, 0x40 with rules, plus the number of the block reason from 1, 0 for none; three ids; with rules
 * the length (u16) of the location; the location; the rules. A code without rules has no byte for them.
 */
export const TARGET_CODEC: Codec<Target> = {
  kind: 1,
  encode({ codeId, location, blockReason, analyticsId, ownerId, rules }) {
    const state =
      (location === null ? 0 : HAS_LOCATION) +
      (rules === null ? 0 : HAS_RULES) +
      (blockReason ? BLOCK_REASONS.indexOf(blockReason) + 1 : 0)
    const href = Buffer.from(location ?? '', 'latin1')
    const ids = [Buffer.of(state), encodeId(codeId), encodeId(ownerId), encodeId(analyticsId ?? '')]
    return Buffer.concat(
      rules === null ? [...ids, href] : [...ids, u16(href.length), href, Buffer.from(rules)],
    )
  },
  decode(bytes) {
    const state = bytes[0] as number
    const ownerAt = 1 + idLength(bytes, 1)
    const analyticsAt = ownerAt + idLength(bytes, ownerAt)
    const idsEnd = analyticsAt + idLength(bytes, analyticsAt)
    const hasRules = (state & HAS_RULES) !== 0
    const locationAt = hasRules ? idsEnd + LENGTH_BYTES : idsEnd
    const locationEnd = hasRules ? locationAt + bytes.readUInt16LE(idsEnd) : bytes.length
    return {
      codeId: decodeId(bytes, 1),
      location: (state & HAS_LOCATION) === 0 ? null : bytes.toString('latin1', locationAt, locationEnd),
      blockReason: BLOCK_REASONS[(state & ~(HAS_LOCATION | HAS_RULES)) - 1] ?? null,
      analyticsId: decodeId(bytes, analyticsAt) || null,
      ownerId: decodeId(bytes, ownerAt),
      rules: hasRules ? bytes.toString('utf8', locationEnd) : null,
    }
  },
}

/** The owner's id, and a byte when addresses on it may be paths. */
export const DOMAIN_CODEC: Codec<Domain> = {
  kind: 2,
  encode: ({ ownerId, hasPaths }) => Buffer.concat([encodeId(ownerId), Buffer.alloc(hasPaths ? 1 : 0)]),
  decode: (bytes) => ({ ownerId: decodeId(bytes, 0), hasPaths: bytes.length > idLength(bytes, 0) }),
}

export const PATH_CODEC: Codec<Path> = {
  kind: 3,
  encode: ({ targetKey }) => Buffer.from(targetKey),
  decode: (bytes) => ({ targetKey: bytes.toString() }),
}

/** u16 and the text: 0 before the 16 bytes of a UUID, else its length in bytes plus one. */
function encodeId(id: string): Buffer {
  const isUuid = UUID.test(id)
  const bytes = isUuid ? Buffer.from(id.replaceAll('-', ''), 'hex') : Buffer.from(id)
  return Buffer.concat([u16(isUuid ? 0 : bytes.length + 1), bytes])
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(LENGTH_BYTES)
  bytes.writeUInt16LE(value)
  return bytes
}

const idLength = (bytes: Buffer, at: number): number => {
  const length = bytes.readUInt16LE(at)
  return LENGTH_BYTES + (length === 0 ? UUID_BYTES : length - 1)
}

function decodeId(bytes: Buffer, at: number): string {
  const start = at + LENGTH_BYTES
  const end = at + idLength(bytes, at)
  if (bytes.readUInt16LE(at) !== 0) return bytes.toString('utf8', start, end)
  const hex = bytes.toString('hex', start, end)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
