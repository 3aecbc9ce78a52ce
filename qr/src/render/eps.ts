import type { Rgb } from '../design/color'
import { buildScene } from '../design/scene'
import type { QrDesign } from '../design/settings'
import type { QrSymbol } from '../symbol/encode'
import { plainNumber } from './numbers'
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

export interface EpsOptions {
  /** Width in points (1/72 inch), and height without a frame; default 283.465, that is 100 mm. */
  readonly points?: number
  /** Default RGB. In CMYK black is only black ink. */
  readonly colors?: PrintColors
  /** Title comment of the file. */
  readonly title?: string
}

const DEFAULT_POINTS = 283.465
const OPERATORS = { move: 'm', line: 'l', curve: 'c', close: 'h' }
const WHITE: Rgb = { red: 255, green: 255, blue: 255 }
/** Bytes of an image in one line of hexadecimal digits. */
const BYTES_PER_LINE = 40

/** A comment holds one line of printable ASCII (DSC 3.0 §3). */
const commentText = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 200)

const setColor = (color: Rgb, colors: PrintColors): string =>
  `${colorComponents(color, colors)} ${colors === 'rgb' ? 'setrgbcolor' : 'setcmykcolor'}`

function fillArea({ steps, paint }: VectorFill, colors: PrintColors): string {
  const path = writeSteps(steps, OPERATORS)
  if (!isGradientFill(paint)) return `${setColor(paint, colors)}\nnewpath\n${path}\nfill`
  return `gsave newpath\n${path}\nclip\n${shadingDictionary(paint, colors)} shfill\ngrestore`
}

function hexLines(samples: Uint8Array): string {
  const lines: string[] = []
  for (let at = 0; at < samples.length; at += BYTES_PER_LINE) {
    const line = samples.subarray(at, at + BYTES_PER_LINE)
    lines.push(Array.from(line, (byte) => byte.toString(16).padStart(2, '0')).join(''))
  }
  return lines.join('\n')
}

/** PostScript has no alpha: transparent areas show the paper colour. */
function drawImage({ pixels, x, y, width, height }: VectorImage, paper: Rgb, colors: PrintColors): string {
  const n = plainNumber
  const decode = colors === 'rgb' ? '0 1 0 1 0 1' : '0 1 0 1 0 1 0 1'
  const matrix = `[${pixels.width} 0 0 ${pixels.height} 0 0]`
  return [
    `gsave ${n(x)} ${n(y)} translate ${n(width)} ${n(height)} scale`,
    `${colors === 'rgb' ? '/DeviceRGB' : '/DeviceCMYK'} setcolorspace`,
    `<< /ImageType 1 /Width ${pixels.width} /Height ${pixels.height} /BitsPerComponent 8 /Decode [${decode}]`,
    `/ImageMatrix ${matrix} /DataSource currentfile /ASCIIHexDecode filter >> image`,
    `${hexLines(flatSamples(pixels, paper, colors))}>`,
    'grestore',
  ].join('\n')
}

/**
 * The code as Encapsulated PostScript 3 (EPSF-3.0, PostScript language level 3): vector paths, the logo embedded. The
 * bounding box starts at 0 0; the user space is turned so that modules count from the top left.
 * @throws {QrDesignError} with the name of the setting that cannot be drawn
 */
export function renderEps(symbol: QrSymbol, design: QrDesign, options: EpsOptions = {}): string {
  const { points = DEFAULT_POINTS, colors = 'rgb', title = 'QR code' } = options
  const scene = buildScene(symbol, design)
  const { fills, image } = vectorFills(scene)
  const { box } = scene
  const unit = points / box.width
  const height = box.height * unit
  checkPageSize(Math.max(points, height))
  const n = plainNumber
  const paper = scene.logo?.background ?? scene.background ?? WHITE
  return [
    '%!PS-Adobe-3.0 EPSF-3.0',
    `%%BoundingBox: 0 0 ${Math.ceil(points)} ${Math.ceil(height)}`,
    `%%HiResBoundingBox: 0 0 ${n(points)} ${n(height)}`,
    `%%Title: ${commentText(title)}`,
    '%%Creator: Scanleaf',
    '%%LanguageLevel: 3',
    '%%DocumentData: Clean7Bit',
    '%%Pages: 1',
    '%%EndComments',
    '%%Page: 1 1',
    'gsave',
    '/m /moveto load def /l /lineto load def /c /curveto load def /h /closepath load def',
    `${n(unit)} ${n(-unit)} scale ${n(-box.x)} ${n(-box.y - box.height)} translate`,
    ...fills.map((fill) => fillArea(fill, colors)),
    ...(image ? [drawImage(image, paper, colors)] : []),
    'grestore',
    'showpage',
    '%%EOF',
    '',
  ].join('\n')
}
