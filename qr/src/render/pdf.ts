import type { FrameTextOutline } from '../design/frame'
import { buildScene, isLoose, type Scene } from '../design/scene'
import type { QrDesign } from '../design/settings'
import type { QrSymbol } from '../symbol/encode'
import { plainNumber } from './numbers'
import { parsePath } from './path-data'
import { latin1, PdfFile, POINTS_PER_MM, textString } from './pdf-file'
import { fillColor, PdfResources, resourceDictionary } from './pdf-resources'
import { PRINT_MILLIMETRES } from './print-size'
import {
  checkPageSize,
  isGradientFill,
  type PrintColors,
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

export const PDF_OPERATORS = { move: 'm', line: 'l', curve: 'c', close: 'h' }

function fillArea(fill: VectorFill, colors: PrintColors, resources: PdfResources): string {
  const path = writeSteps(fill.steps, PDF_OPERATORS)
  const { paint } = fill
  if (!isGradientFill(paint)) return `${fillColor(paint, colors)}\n${path}\nf`
  return `q\n${path}\nW n /${resources.shading(paint)} sh\nQ`
}

function drawImage(image: VectorImage, resources: PdfResources): string {
  const { x, y, width, height } = image
  const n = plainNumber
  // the origin of an image is its lower edge; the user space here counts downwards
  return `q ${n(width)} 0 0 ${n(-height)} ${n(x)} ${n(y + height)} cm /${resources.image(image)} Do Q`
}

/** Content with a path of its own, in its own units. */
export function outlineForm({ path, width, height }: FrameTextOutline, resources: PdfResources): string {
  return resources.form(`${writeSteps(parsePath(path), PDF_OPERATORS)}\nf`, [0, 0, width, height])
}

/** How a code is drawn among many in one file. */
export interface ManyCodes {
  /** Outlines that stand once in the file, by their path. */
  readonly shared: ReadonlyMap<string, FrameTextOutline>
}

/**
 * Operators that paint a code in a user space that counts modules downwards from the top left of the symbol.
 * @param many for one of many codes: then square modules are rows of rectangles, which take half of the bytes
 */
export function sceneContent(
  scene: Scene,
  colors: PrintColors,
  resources: PdfResources,
  many?: ManyCodes,
): string {
  const { foreground, shape } = scene
  const ink = many && shape.style === 'square' && foreground !== 'gradient' ? foreground : null
  const { fills, image } = vectorFills(
    ink ? { ...scene, modules: new Uint8Array(scene.modules.length) } : scene,
  )
  const n = plainNumber
  const painted = fills.map((fill) => {
    const outline = fill.framePath && many?.shared.get(fill.framePath.path)
    if (!(fill.framePath && outline)) return fillArea(fill, colors, resources)
    const { scale, x, y, paint } = fill.framePath
    const form = outlineForm(outline, resources)
    return `q ${fillColor(paint, colors)} ${n(scale)} 0 0 ${n(scale)} ${n(x)} ${n(y)} cm /${form} Do Q`
  })
  return [
    ...painted,
    ...(ink ? [fillColor(ink, colors), ...moduleRows(scene), 'f'] : []),
    ...(image ? [drawImage(image, resources)] : []),
  ].join('\n')
}

/** Runs of dark modules, all in one path: no viewer shows a seam between two of them. */
function moduleRows(scene: Scene): string[] {
  const { size } = scene
  const runs: string[] = []
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const start = x
      while (isLoose(scene, x, y)) x++
      if (x > start) runs.push(`${start} ${y} ${x - start} 1 re`)
    }
  }
  return runs
}

/**
 * The code as a PDF of one page of its size (ISO 32000-1, version 1.5): vector paths, the logo embedded with its
 * transparency. No fonts, no dates, so that equal codes are equal files.
 * @throws {QrDesignError} with the name of the setting that cannot be drawn
 */
export function renderPdf(symbol: QrSymbol, design: QrDesign, options: PdfOptions = {}): Uint8Array {
  const { millimetres = PRINT_MILLIMETRES, colors = 'rgb', title = 'QR code' } = options
  const scene = buildScene(symbol, design)
  const { box } = scene
  const points = millimetres * POINTS_PER_MM
  const unit = points / box.width
  const height = box.height * unit
  checkPageSize(Math.max(points, height))
  const n = plainNumber
  const file = new PdfFile()
  const resources = new PdfResources(colors)
  const place = `${n(unit)} 0 0 ${n(-unit)} ${n(-box.x * unit)} ${n((box.y + box.height) * unit)} cm`
  const content = file.addStream(latin1(`${place}\n${sceneContent(scene, colors, resources)}`))
  const used = resourceDictionary(resources.all(), file, new Map())
  const pages = file.reserve()
  const page = file.add(
    `<< /Type /Page /Parent ${pages} 0 R /MediaBox [0 0 ${n(points)} ${n(height)}] /Resources ${used} /Contents ${content} 0 R >>`,
  )
  file.set(pages, `<< /Type /Pages /Kids [${page} 0 R] /Count 1 >>`)
  const root = file.add(`<< /Type /Catalog /Pages ${pages} 0 R >>`)
  const info = file.add(`<< /Title ${textString(title)} /Producer (Scanleaf) >>`)
  return file.end(root, info)
}
