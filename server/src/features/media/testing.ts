import { crc32, deflateSync } from 'node:zlib'

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(data.length, 0)
  named.copy(framed, 4)
  framed.writeUInt32BE(crc32(named), named.length + 4)
  return framed
}

/**
 * A PNG (RFC 2083) whose header says what is given; its data are those of 4 × 4 black pixels.
 * @param textBytes of zeros, packed in a text chunk
 */
export function pngOf(width: number, height: number, textBytes = 0): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  header[9] = 2
  const text = Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(Buffer.alloc(textBytes))])
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', header),
    ...(textBytes > 0 ? [chunk('zTXt', text)] : []),
    chunk('IDAT', deflateSync(Buffer.alloc((1 + 4 * 3) * 4))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A GIF (89a) of 1 × 1 with so many frames. */
export function gifOf(frames: number): Buffer {
  const screen = Buffer.from([1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255])
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4c, 1, 0])
  return Buffer.concat([Buffer.from('GIF89a'), screen, ...Array(frames).fill(frame), Buffer.from([0x3b])])
}

/** The smallest PDF (ISO 32000-1) with an empty page, filled up with a comment to so many bytes. */
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
