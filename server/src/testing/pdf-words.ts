import { constants, inflateSync } from 'node:zlib'

/** Texts that the words of a page have for readers and searches, in their order (ISO 32000-1 §14.9.4). */
export function wordsOf(pdf: Buffer): string[] {
  const streams = [...pdf.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(
    ([, data]) => {
      try {
        // The last byte of a stream may be a carriage return, which then is taken for the end of its line.
        const finishFlush = constants.Z_SYNC_FLUSH
        return inflateSync(Buffer.from(data as string, 'latin1'), { finishFlush }).toString('latin1')
      } catch {
        return ''
      }
    },
  )
  const spans = streams.join('\n').matchAll(/\/ActualText (?:<FEFF([0-9A-F]*)>|\(([^)]*)\))/g)
  return Array.from(spans, ([, utf16, ascii]) =>
    ascii !== undefined
      ? ascii
      : Buffer.from(utf16 as string, 'hex')
          .swap16()
          .toString('utf16le'),
  )
}
