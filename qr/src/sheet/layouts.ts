import type { Box } from '../design/logo'
import {
  gridCells,
  LABEL_SIZES,
  type LabelGrid,
  type LabelSize,
  PAPER_SIZES,
  type PaperSize,
  stickerGrid,
} from './label-sizes'

/** What codes are printed on. */
export type SheetLayout =
  | { readonly kind: 'labels'; readonly size: LabelSize }
  | ({ readonly kind: 'grid'; readonly paper: 'A4' | 'A5' | 'Letter' } & LabelGrid)
  /** Folded once: two faces of this size, the upper one turned. */
  | { readonly kind: 'tent'; readonly size: 'A6' | 'A5' }
  | { readonly kind: 'stickers'; readonly shape: 'round' | 'square'; readonly side: number }
  | { readonly kind: 'poster'; readonly size: PaperSize }
  | { readonly kind: 'card' }

/** How a layout is printed. */
export interface SheetOptions {
  /** The first label that is used, from 1: those before it are gone already. */
  readonly start?: number
  /** Moves everything to the right and down, in millimetres, for a printer that is off. */
  readonly offset?: { readonly x: number; readonly y: number }
  /** Where plain paper is to be cut. */
  readonly hasCutLines?: boolean
  /** Crop marks and bleed around posters and cards, for a print shop. */
  readonly hasCropMarks?: boolean
}

/** One side of a label. */
export interface SheetFace extends Box {
  readonly isTurned: boolean
}

export interface SheetCell {
  readonly outline: Box
  /** One, or the two of a table tent, which show the same code. */
  readonly faces: readonly SheetFace[]
}

export interface SheetLine {
  readonly kind: 'cut' | 'fold' | 'crop'
  readonly from: readonly [x: number, y: number]
  readonly to: readonly [x: number, y: number]
}

/** A page with its labels, in millimetres from the top left of the paper. */
export interface SheetPlan {
  readonly width: number
  readonly height: number
  /** What is left of the paper once it is cut; the paper itself without crop marks. */
  readonly trim: Box
  /** How far a background goes beyond the trim. */
  readonly bleed: number
  readonly shape: 'rectangle' | 'round'
  readonly cells: readonly SheetCell[]
  readonly lines: readonly SheetLine[]
  /** Whether the outlines of round labels are drawn. */
  readonly hasOutlines: boolean
  /** The first label that is used, from 0. */
  readonly first: number
  /** Posters, tents and cards: the page is one design, so the words may be large and the ground coloured. */
  readonly isWholePage: boolean
}

/** A measure of a layout that does not fit on the paper. */
export interface SheetProblem {
  readonly field: 'width' | 'height' | 'side' | 'start'
  /** What it may be at most, in millimetres; of `start`, a number of labels. */
  readonly most: number
}

export const BLEED = 3
/** Room around the trim for crop marks, which begin outside of the bleed. */
const MARK_ROOM = 10
const MARK_GAP = 4
const MARK_LENGTH = 5
const CARD = { width: 90, height: 54 }
/** Farthest a printer may be off. */
export const MAX_PRINTER_OFFSET = 5

const round = (value: number): number => Math.round(value * 100) / 100

/** Why a layout cannot be printed; null when it can. */
export function sheetProblem(layout: SheetLayout, { start = 1 }: SheetOptions = {}): SheetProblem | null {
  if (layout.kind === 'stickers' && stickerGrid(layout.side).columns === 0)
    return { field: 'side', most: PAPER_SIZES.A4.width - 16 }
  if (layout.kind === 'grid') {
    const paper = PAPER_SIZES[layout.paper]
    const most = (room: number, before: number, count: number, gap: number): number =>
      round((room - before - (count - 1) * gap) / count)
    const width = most(paper.width, layout.left, layout.columns, layout.gapX)
    if (layout.width > width) return { field: 'width', most: Math.max(0, width) }
    const height = most(paper.height, layout.top, layout.rows, layout.gapY)
    if (layout.height > height) return { field: 'height', most: Math.max(0, height) }
  }
  const { cells } = sheetPlan(layout)
  return start > cells.length ? { field: 'start', most: cells.length } : null
}

/** Where everything of a page is. A layout with a {@link sheetProblem} has labels beyond the paper, or none. */
export function sheetPlan(layout: SheetLayout, options: SheetOptions = {}): SheetPlan {
  const { start = 1, offset = { x: 0, y: 0 }, hasCutLines = false, hasCropMarks = false } = options
  if (layout.kind === 'poster') return wholePage(PAPER_SIZES[layout.size], hasCropMarks)
  if (layout.kind === 'card') return wholePage(CARD, hasCropMarks)
  if (layout.kind === 'tent') return tentPlan(layout.size, options)
  const grid = moved(gridOf(layout), offset)
  const paper = paperFor(layout)
  const shape = layout.kind === 'stickers' && layout.shape === 'round' ? 'round' : 'rectangle'
  return {
    ...paperOf(paper),
    shape,
    cells: gridCells(grid).map((box) => ({ outline: box, faces: [{ ...box, isTurned: false }] })),
    lines: hasCutLines && shape === 'rectangle' ? cutLines(grid) : [],
    hasOutlines: hasCutLines && shape === 'round',
    first: start - 1,
    isWholePage: false,
  }
}

function paperFor(layout: Extract<SheetLayout, { kind: 'labels' | 'grid' | 'stickers' }>) {
  if (layout.kind === 'labels') return LABEL_SIZES[layout.size].paper
  return PAPER_SIZES[layout.kind === 'grid' ? layout.paper : 'A4']
}

function gridOf(layout: Extract<SheetLayout, { kind: 'labels' | 'grid' | 'stickers' }>): LabelGrid {
  if (layout.kind === 'labels') return LABEL_SIZES[layout.size]
  return layout.kind === 'grid' ? layout : stickerGrid(layout.side)
}

const moved = (grid: LabelGrid, { x, y }: { x: number; y: number }): LabelGrid => ({
  ...grid,
  left: grid.left + x,
  top: grid.top + y,
})

const paperOf = ({ width, height }: { width: number; height: number }) => ({
  width,
  height,
  trim: { x: 0, y: 0, width, height },
  bleed: 0,
})

const across = (kind: SheetLine['kind'], y: number, x1: number, x2: number): SheetLine => ({
  kind,
  from: [x1, y],
  to: [x2, y],
})
const down = (kind: SheetLine['kind'], x: number, y1: number, y2: number): SheetLine => ({
  kind,
  from: [x, y1],
  to: [x, y2],
})

/** Whole cuts through the sheet, as a paper cutter makes them: where two labels touch, one. */
function cutLines({ columns, rows, width, height, left, top, gapX, gapY }: LabelGrid): SheetLine[] {
  const edges = (count: number, start: number, length: number, gap: number): number[] => [
    ...new Set(
      Array.from({ length: count }, (_, index) => {
        const edge = start + index * (length + gap)
        return [round(edge), round(edge + length)]
      }).flat(),
    ),
  ]
  const [xs, ys] = [edges(columns, left, width, gapX), edges(rows, top, height, gapY)]
  const [right, bottom] = [Math.max(...xs), Math.max(...ys)]
  return [...xs.map((x) => down('cut', x, top, bottom)), ...ys.map((y) => across('cut', y, left, right))]
}

/** One design a page, cut to its size by a print shop or printed on paper of its size. */
function wholePage({ width, height }: { width: number; height: number }, hasCropMarks: boolean): SheetPlan {
  const room = hasCropMarks ? MARK_ROOM : 0
  const trim = { x: room, y: room, width, height }
  return {
    width: width + 2 * room,
    height: height + 2 * room,
    trim,
    bleed: hasCropMarks ? BLEED : 0,
    shape: 'rectangle',
    cells: [{ outline: trim, faces: [{ ...trim, isTurned: false }] }],
    lines: hasCropMarks ? cropMarks(trim) : [],
    hasOutlines: false,
    first: 0,
    isWholePage: true,
  }
}

/** Two short lines at each corner, outside of the bleed. */
function cropMarks({ x, y, width, height }: Box): SheetLine[] {
  const sides = (start: number, length: number): [number, number][] => [
    [start - MARK_GAP - MARK_LENGTH, start - MARK_GAP],
    [start + length + MARK_GAP, start + length + MARK_GAP + MARK_LENGTH],
  ]
  return [
    ...[x, x + width].flatMap((at) => sides(y, height).map(([from, to]) => down('crop', at, from, to))),
    ...[y, y + height].flatMap((at) => sides(x, width).map(([from, to]) => across('crop', at, from, to))),
  ]
}

/** Table tents on A4: two of A6 faces beside each other, or one of A5 faces; each is folded in the middle. */
function tentPlan(
  size: 'A6' | 'A5',
  { start = 1, offset = { x: 0, y: 0 }, hasCutLines = false }: SheetOptions,
): SheetPlan {
  const paper = PAPER_SIZES.A4
  const columns = size === 'A6' ? 2 : 1
  const width = paper.width / columns
  const middle = paper.height / 2
  const cells = Array.from({ length: columns }, (_, column): SheetCell => {
    const x = offset.x + column * width
    const outline = { x, y: offset.y, width, height: paper.height }
    const face = { x, width, height: middle }
    return {
      outline,
      faces: [
        { ...face, y: offset.y, isTurned: true },
        { ...face, y: offset.y + middle, isTurned: false },
      ],
    }
  })
  const cut = columns === 2 ? [down('cut', offset.x + width, offset.y, offset.y + paper.height)] : []
  const fold = across('fold', offset.y + middle, offset.x, offset.x + paper.width)
  return {
    ...paperOf(paper),
    shape: 'rectangle',
    cells,
    lines: hasCutLines ? [...cut, fold] : [],
    hasOutlines: false,
    first: start - 1,
    isWholePage: true,
  }
}

/** Pages for so many codes. */
export const sheetPageCount = ({ cells, first }: SheetPlan, codes: number): number =>
  codes === 0 ? 0 : Math.ceil((first + codes) / cells.length)

/** The codes of a page, by their place in the selection, and the cell of each. */
export function sheetPage(
  { cells, first }: SheetPlan,
  page: number,
  codes: number,
): { index: number; cell: SheetCell }[] {
  return cells.flatMap((cell, at) => {
    const index = page * cells.length + at - first
    return index >= 0 && index < codes ? [{ index, cell }] : []
  })
}
