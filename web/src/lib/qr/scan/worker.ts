import { repair, scanCheck, scanDecodersOf } from '@scanleaf/qr/scan-check'
import jsQR from 'jsqr'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import type { ScanAnswers, ScanReply, ScanRequest, ScanTask } from './messages'

// With the address of the module the reader does not fetch it from a foreign host.
prepareZXingModule({ overrides: { locateFile: () => wasmUrl } })

const DECODERS = scanDecodersOf((image, options) => readBarcodes(image as ImageData, options), jsQR)

async function read(picture: ImageData): Promise<string | null> {
  for (const decoder of DECODERS) {
    const bytes = await decoder.decode(picture)
    if (bytes) return new TextDecoder().decode(bytes)
  }
  return null
}

function answer(request: ScanRequest): Promise<ScanAnswers[ScanTask]> {
  if (request.task === 'read') return read(request.input)
  const { text, design } = request.input
  return request.task === 'check' ? scanCheck(text, design, DECODERS) : repair(text, design, DECODERS)
}

self.addEventListener('message', async ({ data }: MessageEvent<ScanRequest>) => {
  const { id } = data
  const reply = (message: ScanReply) => self.postMessage(message)
  try {
    reply({ id, answer: await answer(data) })
  } catch (error) {
    reply({ id, failure: error instanceof Error ? error.message : String(error) })
  }
})
