import type { Rgb } from '../design/color'
import type { FrameTextOutline } from '../design/frame'
import { plainNumber as n } from '../render/numbers'
import { type Deflate, latin1, POINTS_PER_MM, packed, textString } from '../render/pdf-file'
import { fillColor, PdfResources } from '../render/pdf-resources'
import { colorComponents } from '../render/vector'
import { type DrawnSheetPage, letters, six } from './sheet-page'

/** What is drawn on a page; all measures in millimetres from its top left. */
export type PageMark =
  | {
      readonly kind: 'box'
      readonly x: number
      readonly y: number
      readonly width: number
      readonly height: number
      readonly color: Rgb
    }
  | {
      readonly kind: 'line'
      readonly points: readonly (readonly [x: number, y: number])[]
      readonly width: number
      /** Lengths of a dash and a gap; whole without them. */
      readonly dashes?: readonly [number, number]
      readonly color: Rgb
    }
  | {
      readonly kind: 'words'
      readonly text: string
      readonly outline: FrameTextOutline
      /** Left end of the letters, and the line they stand on. */
      readonly x: number
      readonly y: number
      /** Size of the letters. */
      readonly em: number
      readonly color: Rgb
    }

/**
 * Draws a page of a document, in the order of its marks.
 * @param height of the page in millimetres
 * @param known keys of resources that the file has already
 * @param deflate compresses as zlib does (RFC 1950)
 */
export function drawDesignedPage(
  height: number,
  marks: readonly PageMark[],
  known: ReadonlySet<string> = new Set(),
  deflate: Deflate = packed,
): DrawnSheetPage {
  const resources = new PdfResources('rgb', known, deflate)
  const points = n(POINTS_PER_MM)
  const space = `${points} 0 0 -${points} 0 ${n(height * POINTS_PER_MM)} cm`
  const content = [space, ...marks.map((mark) => markContent(mark, resources))]
  return { content: deflate(latin1(content.join('\n'))), resources: resources.all() }
}

function markContent(mark: PageMark, resources: PdfResources): string {
  if (mark.kind === 'box')
    return `${fillColor(mark.color, 'rgb')} ${n(mark.x)} ${n(mark.y)} ${n(mark.width)} ${n(mark.height)} re f`
  if (mark.kind === 'line') {
    const path = mark.points.map(([x, y], index) => `${n(x)} ${n(y)} ${index === 0 ? 'm' : 'l'}`).join(' ')
    return `${colorComponents(mark.color, 'rgb')} RG ${n(mark.width)} w [${(mark.dashes ?? []).map(n).join(' ')}] 0 d ${path} S`
  }
  const { text, outline, x, y, em, color } = mark
  const scale = em / outline.em
  const place = `q ${six(scale)} 0 0 ${six(scale)} ${n(x)} ${n(y - outline.baseline * scale)} cm`
  // Outlines have no characters: readers and searches find these (ISO 32000-1 §14.9.4).
  return `/Span << /ActualText ${textString(text)} >> BDC\n${fillColor(color, 'rgb')}\n${place}\n${letters(outline, resources)}\nQ\nEMC`
}
