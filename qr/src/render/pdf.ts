import { buildScene, type Scene } from '../design/scene'
import type { QrDesign } from '../design/settings'
import type { QrSymbol } from '../symbol/encode'
import { zlibPadded } from './deflate'
import { plainNumber } from './numbers'
import { PRINT_MILLIMETRES } from './print-size'
import {
  checkPageSize,
  colorComponents,
  flatSamples,
  isGradientFill,
  type PrintColors,
  shadingDictionary,
  type VectorFill,
  type VectorImage,
  vectorFills,
  writeSteps,
} from './vector'

export interface PdfOptions {
  /** Width in millimetres, and height without a frame; default 100. */
  readonly millimetres?: number
  /** Default RGB. In CMYK black is only black ink. */
  readonly colors?: PrintColors
  /** Title of the document. */
  readonly title?: string
}

const POINTS_PER_MM = 72 / 25.4
const OPERATORS = { move: 'm', line: 'l', curve: 'c', close: 'h' }

const latin1 = (text: string): Uint8Array =>
  Uint8Array.from(text, (character) => character.charCodeAt(0) & 0xff)

/** A text string as UTF-16BE with byte order mark in hexadecimal (ISO 32000-1 §7.9.2.2). */
function textString(text: string): string {
  let hex = 'FEFF'
  for (let index = 0; index < text.length; index++) {
    hex += text.charCodeAt(index).toString(16).toUpperCase().padStart(4, '0')
  }
  return `<${hex}>`
}

/** Collects numbered objects and writes the file with its cross-reference table (ISO 32000-1 §7.5). */
class PdfFile {
  private readonly objects: (Uint8Array | null)[] = []

  /** Number of a new object that is set later. */
  reserve(): number {
    return this.objects.push(null)
  }

  set(number: number, body: string): void {
    this.objects[number - 1] = latin1(body)
  }

  add(body: string): number {
    const number = this.reserve()
    this.set(number, body)
    return number
  }

  /** A compressed stream, filled up with line ends that no reader minds; `entries` go into its dictionary. */
  addStream(data: Uint8Array, entries = ''): number {
    const packed = zlibPadded(data, 0x0a)
    const head = latin1(`<< ${entries} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`)
    const tail = latin1('\nendstream')
    const body = new Uint8Array(head.length + packed.length + tail.length)
    body.set(head)
    body.set(packed, head.length)
    body.set(tail, head.length + packed.length)
    return this.objects.push(body)
  }

  write(root: number, info: number): Uint8Array {
    const parts: Uint8Array[] = [latin1('%PDF-1.5\n%\xe2\xe3\xcf\xd3\n')]
    let length = (parts[0] as Uint8Array).length
    const offsets: number[] = []
    const push = (bytes: Uint8Array): void => {
      parts.push(bytes)
      length += bytes.length
    }
    for (const [index, body] of this.objects.entries()) {
      offsets.push(length)
      push(latin1(`${index + 1} 0 obj\n`))
      push(body ?? latin1('null'))
      push(latin1('\nendobj\n'))
    }
    const count = this.objects.length + 1
    const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
    const trailer = `trailer\n<< /Size ${count} /Root ${root} 0 R /Info ${info} 0 R >>\nstartxref\n${length}\n%%EOF\n`
    push(latin1(`xref\n0 ${count}\n0000000000 65535 f \n${table}${trailer}`))
    const file = new Uint8Array(length)
    let at = 0
    for (const part of parts) {
      file.set(part, at)
      at += part.length
    }
    return file
  }
}

/** Names of resources that the page content uses, by kind. */
interface Resources {
  readonly shadings: string[]
  readonly images: string[]
}

function fillArea(fill: VectorFill, colors: PrintColors, file: PdfFile, resources: Resources): string {
  const path = writeSteps(fill.steps, OPERATORS)
  const { paint } = fill
  if (!isGradientFill(paint))
    return `${colorComponents(paint, colors)} ${colors === 'rgb' ? 'rg' : 'k'}\n${path}\nf`
  const name = `S${resources.shadings.length}`
  resources.shadings.push(`/${name} ${file.add(shadingDictionary(paint, colors))} 0 R`)
  return `q\n${path}\nW n /${name} sh\nQ`
}

/** The picture with its alpha as a soft mask (ISO 32000-1 §11.6.5.3). */
function drawImage(image: VectorImage, colors: PrintColors, file: PdfFile, resources: Resources): string {
  const { pixels, x, y, width, height } = image
  const size = `/Type /XObject /Subtype /Image /Width ${pixels.width} /Height ${pixels.height} /BitsPerComponent 8`
  const alpha = Uint8Array.from(
    { length: pixels.width * pixels.height },
    (_, at) => pixels.data[4 * at + 3] as number,
  )
  const mask = file.addStream(alpha, `${size} /ColorSpace /DeviceGray`)
  const opaque = { ...pixels, data: pixels.data.map((value, at) => (at % 4 === 3 ? 255 : value)) }
  const samples = flatSamples(opaque, { red: 255, green: 255, blue: 255 }, colors)
  const space = colors === 'rgb' ? '/DeviceRGB' : '/DeviceCMYK'
  const number = file.addStream(samples, `${size} /ColorSpace ${space} /SMask ${mask} 0 R`)
  resources.images.push(`/I0 ${number} 0 R`)
  const n = plainNumber
  // the origin of an image is its lower edge; the user space here counts downwards
  return `q ${n(width)} 0 0 ${n(-height)} ${n(x)} ${n(y + height)} cm /I0 Do Q`
}

function pageContent(
  scene: Scene,
  unit: number,
  colors: PrintColors,
  file: PdfFile,
  resources: Resources,
): string {
  const { fills, image } = vectorFills(scene)
  const n = plainNumber
  const { box } = scene
  const place = `${n(unit)} 0 0 ${n(-unit)} ${n(-box.x * unit)} ${n((box.y + box.height) * unit)} cm`
  return [
    place,
    ...fills.map((fill) => fillArea(fill, colors, file, resources)),
    ...(image ? [drawImage(image, colors, file, resources)] : []),
  ].join('\n')
}

/**
 * The code as a PDF of one page of its size (ISO 32000-1, version 1.5): vector paths, the logo embedded with its
 * transparency. No fonts, no dates, so that equal codes are equal files.
 * @throws {QrDesignError} with the name of the setting that cannot be drawn
 */
export function renderPdf(symbol: QrSymbol, design: QrDesign, options: PdfOptions = {}): Uint8Array {
  const { millimetres = PRINT_MILLIMETRES, colors = 'rgb', title = 'QR code' } = options
  const scene = buildScene(symbol, design)
  const points = millimetres * POINTS_PER_MM
  const unit = points / scene.box.width
  const height = scene.box.height * unit
  checkPageSize(Math.max(points, height))
  const file = new PdfFile()
  const pages = file.reserve()
  const resources: Resources = { shadings: [], images: [] }
  const content = pageContent(scene, unit, colors, file, resources)
  const stream = file.addStream(latin1(content))
  const used = `/Shading << ${resources.shadings.join(' ')} >> /XObject << ${resources.images.join(' ')} >>`
  const page = file.add(
    `<< /Type /Page /Parent ${pages} 0 R /MediaBox [0 0 ${plainNumber(points)} ${plainNumber(height)}] /Resources << ${used} >> /Contents ${stream} 0 R >>`,
  )
  file.set(pages, `<< /Type /Pages /Kids [${page} 0 R] /Count 1 >>`)
  const root = file.add(`<< /Type /Catalog /Pages ${pages} 0 R >>`)
  const info = file.add(`<< /Title ${textString(title)} /Producer (Scanleaf) >>`)
  return file.write(root, info)
}
