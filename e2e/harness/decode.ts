import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const WASM = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')

/** Given the module, the reader does not fetch it from a network. */
const prepared = readFile(WASM).then((bytes) =>
  prepareZXingModule({
    overrides: { wasmBinary: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) },
    fireImmediately: true,
  }),
)

/**
 * The texts of the QR codes in an image, as an independent reader finds them.
 * @param image bytes of a PNG or JPEG
 */
export async function decodeQrCodes(image: Uint8Array): Promise<string[]> {
  await prepared
  const found = await readBarcodes(image, { formats: ['QRCodeModel2'] })
  return found.filter(({ isValid }) => isValid).map(({ text }) => text)
}
