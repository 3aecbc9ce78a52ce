import { repair, scanCheck, scanDecodersOf } from '@scanleaf/qr/scan-check'
import jsQR from 'jsqr'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import type { ScanReply, ScanRequest } from './messages'

// With the address of the module the reader does not fetch it from a foreign host.
prepareZXingModule({ overrides: { locateFile: () => wasmUrl } })

const DECODERS = scanDecodersOf((image, options) => readBarcodes(image as ImageData, options), jsQR)
const tasks = { check: scanCheck, repair }

self.addEventListener('message', async ({ data }: MessageEvent<ScanRequest>) => {
  const { id, task, text, design } = data
  const reply = (message: ScanReply) => self.postMessage(message)
  try {
    reply({ id, answer: await tasks[task](text, design, DECODERS) })
  } catch (error) {
    reply({ id, failure: error instanceof Error ? error.message : String(error) })
  }
})
