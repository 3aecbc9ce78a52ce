import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { getDocument, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { serveTasks } from '../../../platform/workers/task'

/** Entry of the process of first-page.ts. */

const WIDTH_PX = 720
const MAX_HEIGHT_PX = 1440
/** A picture inside the page that is larger is left out. */
const MAX_IMAGE_PIXELS = 16_000_000
/** The page and all it needs stay under 100 kB. */
const MAX_BYTES = 64 * 1024
const QUALITIES = [80, 65, 50, 35, 20]

const packageFolder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
const folder = (name: string) => join(packageFolder, name, '/')

// Else the library loads it with the first file, in the time of that file.
Object.assign(globalThis, { pdfjsWorker: await import('pdfjs-dist/legacy/build/pdf.worker.mjs') })

/** WebP. */
export interface DrawnPage {
  bytes: Uint8Array
  width: number
  height: number
}

/** The first page as an image. Scripts and actions of the file are never run; nothing is fetched. */
async function drawFirstPage(bytes: Uint8Array): Promise<DrawnPage> {
  const loading = getDocument({
    data: bytes,
    cMapUrl: folder('cmaps'),
    standardFontDataUrl: folder('standard_fonts'),
    wasmUrl: folder('wasm'),
    iccUrl: folder('iccs'),
    enableXfa: false,
    maxImageSize: MAX_IMAGE_PIXELS,
    canvasMaxAreaInBytes: MAX_IMAGE_PIXELS * 4,
    verbosity: 0,
  })
  try {
    const document = await loading.promise
    const canvas = await draw(await document.getPage(1))
    return { bytes: encode(canvas), width: canvas.width, height: canvas.height }
  } finally {
    await loading.destroy()
  }
}

async function draw(page: PDFPageProxy): Promise<Canvas> {
  const { width, height } = page.getViewport({ scale: 1 })
  const viewport = page.getViewport({ scale: Math.min(WIDTH_PX / width, MAX_HEIGHT_PX / height) })
  const canvas = createCanvas(
    Math.max(1, Math.round(viewport.width)),
    Math.max(1, Math.round(viewport.height)),
  )
  // The library's types know the browser's canvas only.
  await page.render({ canvas: canvas as never, viewport, background: '#ffffff' }).promise
  return canvas
}

function encode(canvas: Canvas): Uint8Array {
  let drawn: Uint8Array = new Uint8Array()
  for (const quality of QUALITIES) {
    drawn = canvas.toBuffer('image/webp', quality)
    if (drawn.length <= MAX_BYTES) break
  }
  return drawn
}

await serveTasks({ drawFirstPage })
