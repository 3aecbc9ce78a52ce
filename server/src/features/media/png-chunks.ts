import { inflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
/** Length and type before the data of a chunk, and its checksum behind them. */
const HEAD_BYTES = 8
const CHECKSUM_BYTES = 4
/** Ancillary chunks that change how the picture looks; eXIf says which side is up. */
const KEPT = new Set(['tRNS', 'gAMA', 'cHRM', 'sRGB', 'cICP', 'iCCP', 'eXIf'])
/** A profile of colours takes some kilobytes, for print a megabyte or two. */
const MAX_PROFILE_BYTES = 2 * 1024 * 1024
/** Longest name of a profile (PNG §11.3.2.3). */
const MAX_NAME_BYTES = 79

/**
 * A PNG (W3C PNG 3rd edition, §5) without dispensable chunks, before a decoder unpacks and
 * keeps them: texts (zTXt, iTXt), a second of any kind, a profile that unpacks to more than 2 MiB, and all that
 * no decoder of ours reads. Truncated or damaged data stay so, for the decoder to refuse.
 */
export function withoutAncillaryChunks(png: Uint8Array): Buffer {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength)
  const kept: Uint8Array[] = [SIGNATURE]
  const seen = new Set<string>()
  let at = SIGNATURE.length
  while (at + HEAD_BYTES <= bytes.length) {
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + HEAD_BYTES)
    const end = at + HEAD_BYTES + length + CHECKSUM_BYTES
    const data = bytes.subarray(at + HEAD_BYTES, end - CHECKSUM_BYTES)
    if (isCritical(type) || (KEPT.has(type) && !seen.has(type) && isProfileSmall(type, data)))
      kept.push(bytes.subarray(at, end))
    seen.add(type)
    at = end
    if (type === 'IEND') break
  }
  return Buffer.concat(kept)
}

/** Bit 5 of the first letter (§5.4). */
const isCritical = (type: string): boolean => /^[A-Z]/.test(type)

function isProfileSmall(type: string, data: Buffer): boolean {
  if (type !== 'iCCP') return true
  const nameEnd = data.subarray(0, MAX_NAME_BYTES + 1).indexOf(0)
  if (nameEnd < 0) return false
  try {
    // Behind the name, one byte for the method: there is only zlib.
    inflateSync(data.subarray(nameEnd + 2), { maxOutputLength: MAX_PROFILE_BYTES })
    return true
  } catch {
    return false
  }
}
