import type { ScanDecoder } from './check'

type Pixels = Parameters<ScanDecoder['decode']>[0]

// `QRCode` would be Micro QR too, which ZXing sees in the eye of a spoilt code
const ZXING_OPTIONS: { formats: ['QRCodeModel2']; maxNumberOfSymbols: number } = {
  formats: ['QRCodeModel2'],
  maxNumberOfSymbols: 1,
}

/**
 * The two decoders of the check, the stronger first: each returns the bytes of the first code.
 * @param readWithZxing `readBarcodes` of zxing-wasm, which each program loads in its own way
 * @param readWithJsqr of jsQR
 */
export const scanDecodersOf = (
  readWithZxing: (
    image: Pixels & { colorSpace: 'srgb' },
    options: typeof ZXING_OPTIONS,
  ) => Promise<readonly { isValid: boolean; bytes: Uint8Array }[]>,
  readWithJsqr: (
    data: Pixels['data'],
    width: number,
    height: number,
    options: { inversionAttempts: 'dontInvert' },
  ) => { binaryData: readonly number[] } | null,
): readonly ScanDecoder[] => [
  {
    name: 'zxing',
    // Field by field: a spread of an ImageData has none of them.
    async decode({ data, width, height }) {
      const [result] = await readWithZxing({ data, width, height, colorSpace: 'srgb' }, ZXING_OPTIONS)
      return result?.isValid ? result.bytes : null
    },
  },
  {
    name: 'jsqr',
    decode({ data, width, height }) {
      const found = readWithJsqr(data, width, height, { inversionAttempts: 'dontInvert' })
      // codewords that are all zero hold no text, and jsQR takes them for right
      return found?.binaryData.length ? Uint8Array.from(found.binaryData) : null
    },
  },
]
