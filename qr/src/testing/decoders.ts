import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import jsQR from 'jsqr'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { scanDecodersOf } from '../scan-check'
import type { QrSymbol } from '../symbol/encode'

const require = createRequire(import.meta.url)
const wasm = readFileSync(require.resolve('zxing-wasm/reader/zxing_reader.wasm'))
prepareZXingModule({
  overrides: { wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length) },
})

type Image = Parameters<typeof readBarcodes>[0]

/** Pixels as a decoder takes them: RGBA, row-major. */
export interface Picture {
  readonly data: Uint8ClampedArray<ArrayBuffer>
  readonly width: number
  readonly height: number
}

/** Draws the symbol with a quiet zone of four modules. */
export function pictureOf(symbol: QrSymbol, scale = 3): Picture {
  const width = (symbol.size + 8) * scale
  const data = new Uint8ClampedArray(width * width * 4).fill(255)
  for (let y = 0; y < width; y++) {
    const row = Math.floor(y / scale) - 4
    if (row < 0 || row >= symbol.size) continue
    for (let x = 0; x < width; x++) {
      const column = Math.floor(x / scale) - 4
      if (column < 0 || column >= symbol.size || symbol.modules[row * symbol.size + column] === 0) continue
      data.fill(0, 4 * (y * width + x), 4 * (y * width + x) + 3)
    }
  }
  return { data, width, height: width }
}

/** UTF-8 bytes that ZXing-C++ reads in the picture, as text; null when it finds no code. */
export async function readWithZxing(picture: Picture | Uint8Array): Promise<string | null> {
  const input = picture instanceof Uint8Array ? picture : { ...picture, colorSpace: 'srgb' as const }
  const [result] = await readBarcodes(input as Image, {
    formats: ['QRCodeModel2'],
    maxNumberOfSymbols: 1,
  })
  return result?.isValid ? result.text : null
}

/** Text that jsQR reads in the picture; null when it finds no code. */
export const readWithJsqr = ({ data, width, height }: Picture): string | null =>
  jsQR(data, width, height)?.data ?? null

/** The two decoders as the scan check takes them: the bytes of the first code. */
export const SCAN_DECODERS = scanDecodersOf((image, options) => readBarcodes(image as Image, options), jsQR)
