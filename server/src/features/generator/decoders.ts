import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type ScanDecoder, scanDecodersOf } from '@scanleaf/qr/scan-check'

let opened: Promise<readonly ScanDecoder[]> | undefined

/** Two independent decoders for the scan check: each returns the bytes of the first code. */
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
  return scanDecodersOf(
    (image, options) => readBarcodes(image as Parameters<typeof readBarcodes>[0], options),
    jsQR,
  )
}
