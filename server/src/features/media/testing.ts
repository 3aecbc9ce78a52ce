import { crc32, deflateSync } from 'node:zlib'

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(data.length, 0)
  named.copy(framed, 4)
  framed.writeUInt32BE(crc32(named), named.length + 4)
  return framed
}

const MIB = 1024 * 1024
/** Decoders refuse more than this of one text by themselves. */
const PACKED_BYTES = 7.5 * MIB
const packed = deflateSync(Buffer.alloc(PACKED_BYTES, 'x'), { level: 9 })

/** Chunks of a PNG that unpack (W3C PNG §11.3), by the bytes before their packed data. */
const PACKED_HEADS = { zTXt: 'Comment\0\0', iTXt: 'Comment\0\x01\0\0\0', iCCP: 'Profile\0\0' }
export type PackedChunk = keyof typeof PACKED_HEADS

/** This many chunks of some kilobytes, each of which unpacks to 7.5 MiB. */
export function packedChunks(kind: PackedChunk, count: number): Buffer[] {
  const data = Buffer.concat([Buffer.from(PACKED_HEADS[kind], 'latin1'), packed])
  return Array(count).fill(chunk(kind, data))
}

/**
 * A PNG (W3C PNG 3rd edition) with the given header; its data are those of 4 × 4 black pixels.
 * @param more chunks before the data
 */
export function pngOf(width: number, height: number, more: Buffer[] = []): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  header[9] = 2
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', header),
    ...more,
    chunk('IDAT', deflateSync(Buffer.alloc((1 + 4 * 3) * 4))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A segment of a JPEG (ISO 10918-1, B.1.1.4). */
function segment(marker: number, data: number[]): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, Buffer.from(data)])
}

/**
 * A progressive JPEG (ISO 10918-1, G) of 150 kB and 16 megapixels in one colour that takes seconds to decode: each of
 * three components comes in 883 scans.
 */
export function slowJpeg(): Buffer {
  const [components, side, longestRun] = [[1, 2, 3], 4000, 32_767]
  const blocks = (side / 8) ** 2
  const sides = [side >> 8, side & 255, side >> 8, side & 255]
  const frame = [8, ...sides, components.length, ...components.flatMap((id) => [id, 0x11, 0])]
  // One code of one bit: the difference 0, and the end of up to 32 767 bands.
  const huffman = (table: number, symbol: number) => segment(0xc4, [table, 1, ...Array(15).fill(0), symbol])
  let runs = ''
  for (let left = blocks; left > 0; left -= longestRun)
    runs += `0${(Math.min(left, longestRun) - 2 ** 14).toString(2).padStart(14, '0')}`
  const bytes = runs.padEnd(Math.ceil(runs.length / 8) * 8, '1').match(/.{8}/g) ?? []
  const band = Buffer.from(
    bytes.flatMap((byte) => (byte === '11111111' ? [255, 0] : [Number.parseInt(byte, 2)])),
  )
  const scan = (ids: number[], first: number, last: number, bits: number, data: Buffer) =>
    Buffer.concat([segment(0xda, [ids.length, ...ids.flatMap((id) => [id, 0]), first, last, bits]), data])
  const scans = [scan(components, 0, 0, 0, Buffer.alloc(Math.ceil((blocks * components.length) / 8)))]
  for (const id of components)
    for (let at = 1; at < 64; at++)
      for (let bit = 13; bit >= 0; bit--)
        scans.push(scan([id], at, at, bit === 13 ? bit : ((bit + 1) << 4) | bit, band))
  const start = [Buffer.from([0xff, 0xd8]), segment(0xdb, [0, ...Array(64).fill(1)]), segment(0xc2, frame)]
  return Buffer.concat([...start, huffman(0, 0), huffman(0x10, 0xe0), ...scans, Buffer.from([0xff, 0xd9])])
}

/** A GIF (89a) of 1 × 1 with this many frames. */
export function gifOf(frames: number): Buffer {
  const screen = Buffer.from([1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255])
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4c, 1, 0])
  return Buffer.concat([Buffer.from('GIF89a'), screen, ...Array(frames).fill(frame), Buffer.from([0x3b])])
}

/** The smallest PDF (ISO 32000-1) with an empty page, padded with a comment to this many bytes. */
export function pdfOf(bytes: number): Buffer {
  const head =
    '%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n' +
    '3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>\nendobj\n'
  const starts = ['1 0 obj', '2 0 obj', '3 0 obj'].map((name) => head.indexOf(name))
  const rows = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('')
  const table = `xref\n0 4\n0000000000 65535 f \n${rows}trailer\n<</Size 4/Root 1 0 R>>\nstartxref\n`
  const end = '\n%%EOF\n'
  let place = bytes - table.length - end.length - String(bytes).length
  const restOf = (at: number) => `${table}${at}${end}`
  while (place + restOf(place).length < bytes) place++
  const comment = place - head.length
  if (comment < 2) throw new Error(`a PDF of ${bytes} bytes has no room`)
  return Buffer.from(`${head}%${'x'.repeat(comment - 2)}\n${restOf(place)}`)
}
