import type { Box } from '../design/logo'

/** Paper, upright, in millimetres (ISO 216; Letter: ANSI/ASME Y14.1). */
export const PAPER_SIZES = {
  A4: { width: 210, height: 297 },
  A5: { width: 148, height: 210 },
  A6: { width: 105, height: 148 },
  Letter: { width: 215.9, height: 279.4 },
} as const
export type PaperSize = keyof typeof PAPER_SIZES

/** In millimetres. */
interface PaperMeasures {
  readonly width: number
  readonly height: number
}

/** Equal labels in rows on a sheet, in millimetres. */
export interface LabelGrid {
  readonly columns: number
  readonly rows: number
  /** Of one label. */
  readonly width: number
  readonly height: number
  /** From the edge of the paper to the first label. */
  readonly left: number
  readonly top: number
  /** Between two labels. */
  readonly gapX: number
  readonly gapY: number
}

const grid = (
  columns: number,
  rows: number,
  width: number,
  height: number,
  left: number,
  top: number,
  gapX = 0,
): LabelGrid & { paper: PaperMeasures } => ({
  ...{ columns, rows, width, height, left, top, gapX, gapY: 0 },
  paper: PAPER_SIZES.A4,
})

/** A roll, on which each label is a page of its own. */
const roll = (width: number, height: number) => ({
  ...{ ...grid(1, 1, width, height, 0, 0), paper: { width, height } },
  fits: null,
})

/**
 * Sheets of labels by the size of a label, the largest first; then those of Letter, then rolls. All are centred on the paper, so that columns × (width + gap) and
 * rows × height say where they begin; `fits` names a common product of the size, null for a roll.
 */
export const LABEL_SIZES = {
  '99.1x67.7': { ...grid(2, 4, 99.1, 67.7, 4.65, 13.1, 2.5), fits: 'Avery L7165' },
  '99.1x38.1': { ...grid(2, 7, 99.1, 38.1, 4.65, 15.15, 2.5), fits: 'Avery L7163' },
  '99.1x33.9': { ...grid(2, 8, 99.1, 33.9, 4.65, 12.9, 2.5), fits: 'Avery L7162' },
  '70x42.3': { ...grid(3, 7, 70, 42.3, 0, 0.45), fits: 'Avery 3652' },
  '70x37': { ...grid(3, 8, 70, 37, 0, 0.5), fits: 'Avery 3474' },
  '70x29.7': { ...grid(3, 10, 70, 29.7, 0, 0), fits: 'Avery 3489, Tomy 3 × 10' },
  '63.5x46.6': { ...grid(3, 6, 63.5, 46.6, 7.25, 8.7, 2.5), fits: 'Avery L7161' },
  '63.5x38.1': { ...grid(3, 7, 63.5, 38.1, 7.25, 15.15, 2.5), fits: 'Avery L7160' },
  '63.5x33.9': { ...grid(3, 8, 63.5, 33.9, 7.25, 12.9, 2.5), fits: 'Avery L7159' },
  '52.5x29.7': { ...grid(4, 10, 52.5, 29.7, 0, 0), fits: 'Avery 3651' },
  '45.7x25.4': { ...grid(4, 10, 45.7, 25.4, 9.85, 21.5, 2.5), fits: 'Avery L7654' },
  '38.1x21.2': { ...grid(5, 13, 38.1, 21.2, 4.75, 10.7, 2.5), fits: 'Avery L7651' },
  '25.4x10': { ...grid(7, 27, 25.4, 10, 8.6, 13.5, 2.5), fits: 'Avery L4731' },
  '101.6x50.8': {
    ...grid(2, 5, 101.6, 50.8, 3.96875, 12.7, 4.7625),
    ...{ paper: PAPER_SIZES.Letter, fits: 'Avery 5163' },
  },
  '66.7x25.4': {
    ...grid(3, 10, 66.675, 25.4, 4.7625, 12.7, 3.175),
    ...{ paper: PAPER_SIZES.Letter, fits: 'Avery 5160' },
  },
  '50x30': roll(50, 30),
  '40x30': roll(40, 30),
} as const satisfies Record<string, LabelGrid & { paper: PaperMeasures; fits: string | null }>
export type LabelSize = keyof typeof LABEL_SIZES

/** The labels of a sheet, row by row. */
export function gridCells({ columns, rows, width, height, left, top, gapX, gapY }: LabelGrid): Box[] {
  return Array.from({ length: columns * rows }, (_, index) => ({
    x: left + (index % columns) * (width + gapX),
    y: top + Math.floor(index / columns) * (height + gapY),
    width,
    height,
  }))
}

/** Between the edge of the paper and stickers, and between two of them. */
const STICKER_MARGIN = 8
const STICKER_GAP = 4

/** As many round or square stickers of a size as an A4 sheet has room for, centred; none when one is too large. */
export function stickerGrid(side: number): LabelGrid {
  const { width, height } = PAPER_SIZES.A4
  const across = (room: number): number =>
    Math.max(0, Math.floor((room - 2 * STICKER_MARGIN + STICKER_GAP) / (side + STICKER_GAP)))
  const [columns, rows] = [across(width), across(height)]
  const start = (room: number, count: number): number =>
    (room - count * side - Math.max(0, count - 1) * STICKER_GAP) / 2
  return {
    ...{ columns, rows, width: side, height: side },
    ...{ left: start(width, columns), top: start(height, rows), gapX: STICKER_GAP, gapY: STICKER_GAP },
  }
}
