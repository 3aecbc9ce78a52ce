import type { DesignedPage, PageText } from '../../generator/designed-page'

/** A4 upright, in millimetres. */
export const PAGE = { width: 210, height: 297, edge: 14, end: 278 }
export const INNER = PAGE.width - 2 * PAGE.edge

const gray = (level: number) => ({ red: level, green: level, blue: level })

/** Apart in grey as well: a report is mostly printed without colours. */
export const COLORS = {
  ink: gray(17),
  quiet: gray(85),
  rule: gray(200),
  bar: { red: 0x0c, green: 0x7d, blue: 0x4b },
  day: { red: 0x45, green: 0xa6, blue: 0x76 },
  weekend: { red: 0x06, green: 0x3b, blue: 0x26 },
}

type Style = Partial<Pick<PageText, 'em' | 'align' | 'isBold' | 'room' | 'color'>>

const ALIGNED_FROM_RIGHT = { left: 'right', middle: 'middle', right: 'left' } as const

/** A page that is being filled, laid out from the left; for a language from right to left all of it is mirrored. */
export class Paper {
  readonly marks: DesignedPage['marks'] = []

  constructor(private readonly isMirrored: boolean) {}

  text(text: string, x: number, y: number, style: Style = {}): void {
    const { em = 3.1, align = 'left', isBold = false, room = INNER, color = COLORS.ink } = style
    const place = this.isMirrored ? { x: PAGE.width - x, align: ALIGNED_FROM_RIGHT[align] } : { x, align }
    this.marks.push({ kind: 'text', text, y, em, isBold, room, color, ...place })
  }

  box(x: number, y: number, width: number, height: number, color = COLORS.bar): void {
    const left = this.isMirrored ? PAGE.width - x - width : x
    this.marks.push({ kind: 'box', x: left, y, width, height, color })
  }

  rule(x: number, y: number, width: number): void {
    this.box(x, y, width, 0.2, COLORS.rule)
  }

  dashed(points: readonly (readonly [number, number])[]): void {
    const placed = points.map(([x, y]) => [this.isMirrored ? PAGE.width - x : x, y] as const)
    this.marks.push({ kind: 'line', points: placed, width: 0.35, dashes: [1, 0.7], color: COLORS.ink })
  }
}
