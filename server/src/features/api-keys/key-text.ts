import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** Of a key, and of a feed link, which opens nothing else. */
type Prefix = 'slk_' | 'slf_'
const SECRET = /^(sl[kf]_)([A-Za-z0-9_-]{43})([A-Za-z0-9_-]{6})$/
/** Characters of a key by which its list shows it. */
const START = 8

const checksumOf = (random: string): string => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(crc32(random))
  return bytes.toString('base64url')
}

/**
 * A new key: its prefix, 256 random bits in base64url, and 6 characters of their CRC-32, by which scanners of source code
 * know a key, and a mistyped one is refused without a look into the database.
 */
export function newApiKey(prefix: Prefix = 'slk_'): { key: string; start: string } {
  const random = randomBytes(32).toString('base64url')
  const key = `${prefix}${random}${checksumOf(random)}`
  return { key, start: key.slice(0, START) }
}

/** Whether a text can be a key, or with its prefix a feed link. */
export function isWellFormedKey(text: string, prefix: Prefix = 'slk_'): boolean {
  const [, found, random, checksum] = SECRET.exec(text) ?? []
  return found === prefix && random !== undefined && checksumOf(random) === checksum
}
