import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const KEY = /^slk_([A-Za-z0-9_-]{43})([A-Za-z0-9_-]{6})$/
/** Characters of a key by which its list shows it. */
const START = 8

const checksumOf = (random: string): string => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(crc32(random))
  return bytes.toString('base64url')
}

/**
 * A new key: `slk_`, 256 random bits in base64url, and 6 characters of their CRC-32, by which scanners of source code
 * know a key, and a mistyped one is refused without a look into the database.
 */
export function newApiKey(): { key: string; start: string } {
  const random = randomBytes(32).toString('base64url')
  const key = `slk_${random}${checksumOf(random)}`
  return { key, start: key.slice(0, START) }
}

/** Whether a text can be a key. */
export function isWellFormedKey(text: string): boolean {
  const [, random, checksum] = KEY.exec(text) ?? []
  return random !== undefined && checksumOf(random) === checksum
}
