import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { ScanDecoder } from '@scanleaf/qr/scan-check'

let opened: Promise<readonly ScanDecoder[]> | undefined

/** Two independent decoders, as the scan check takes them: each answers the bytes of the first code. */
export function scanDecoders(): Promise<readonly ScanDecoder[]> {
  opened ??= openDecoders()
  return opened
}

async function openDecoders(): Promise<readonly ScanDecoder[]> {
  const [{ prepareZXingModule, readBarcodes }, { default: jsQR }] = await Promise.all([
    import('zxing-wasm/reader'),
    import('jsqr'),
  ])
  // Without the bytes the package would fetch them from a host of its own.
  const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  const wasmBinary = new Uint8Array(await readFile(file)).buffer
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
  return [
    {
      name: 'zxing',
      async decode(pixels) {
        const image = { ...pixels, colorSpace: 'srgb' as const } as Parameters<typeof readBarcodes>[0]
        const [result] = await readBarcodes(image, { formats: ['QRCode'], maxNumberOfSymbols: 1 })
        return result?.isValid ? result.bytes : null
      },
    },
    {
      name: 'jsqr',
      decode({ data, width, height }) {
        const found = jsQR(data, width, height, { inversionAttempts: 'dontInvert' })
        return found ? Uint8Array.from(found.binaryData) : null
      },
    },
  ]
}
