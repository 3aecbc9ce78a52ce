import {
  type CaptionKind,
  type LabelSize,
  MAX_PRINTER_OFFSET,
  type ScanPlace,
  type SheetLayout,
} from '@scanleaf/qr'
import { LABEL_SIZE_NAMES, LINE_CHOICES, PAPER_NAMES, PLACES } from './choices'
import type { PrintSearch } from './search'

/** How codes are printed; lengths in millimetres. */
export interface PrintOptions {
  layout: SheetLayout
  start: number
  /** What of the code stands beside it. */
  lines: CaptionKind[]
  /** Words that are the same on all. */
  text: string
  /** Null for as large as fits. */
  side: number | null
  place: ScanPlace
  hasCutLines: boolean
  hasCropMarks: boolean
  cmyk: boolean
  keepsFrame: boolean
  offset: { x: number; y: number }
}

export const GRID_FIELDS = ['columns', 'rows', 'width', 'height', 'left', 'top', 'gapX', 'gapY'] as const
const FIRST_GRID = { columns: 3, rows: 8, width: 60, height: 32, left: 10, top: 10, gapX: 5, gapY: 3 }
const FIRST_STICKER = 50
/** Bounds of what the server takes. */
const MOST = { columns: 20, rows: 40, width: 210, height: 297, left: 200, top: 290, gapX: 100, gapY: 100 }
const LEAST: Partial<typeof MOST> = { columns: 1, rows: 1, width: 10, height: 10 }

export const DEFAULT_OPTIONS: PrintOptions = {
  layout: { kind: 'labels', size: '70x37' },
  start: 1,
  lines: ['name'],
  text: '',
  side: null,
  place: 'table',
  hasCutLines: true,
  hasCropMarks: false,
  cmyk: false,
  keepsFrame: true,
  offset: { x: 0, y: 0 },
}

/** Whether a used sheet can be put in again; anything else begins on a page of its own. */
export const hasLabels = ({ kind }: SheetLayout): boolean =>
  kind === 'labels' || kind === 'grid' || kind === 'stickers'

function numberIn(text: string | undefined, least: number, most: number, otherwise: number): number {
  const number = Number(text?.replace(',', '.'))
  return text === undefined || !Number.isFinite(number) ? otherwise : Math.min(Math.max(number, least), most)
}

const isOneOf = <T extends string>(values: readonly T[], text: string | undefined): text is T =>
  values.some((value) => value === text)

/** The options of an address; what it leaves out is as usual. */
export function optionsOf(search: PrintSearch): PrintOptions {
  const usual = DEFAULT_OPTIONS
  const layout = layoutOf(search)
  const lines = search.lines?.split(',').filter((line) => isOneOf(LINE_CHOICES, line))
  return {
    layout,
    start: hasLabels(layout) ? Math.round(numberIn(search.start, 1, 800, usual.start)) : usual.start,
    lines: (lines as CaptionKind[] | undefined) ?? usual.lines,
    text: search.text ?? usual.text,
    side: search.side === undefined ? null : numberIn(search.side, 5, 300, 20),
    place: isOneOf(PLACES, search.place) ? search.place : usual.place,
    hasCutLines: search.cut !== '0',
    hasCropMarks: search.crop === '1',
    cmyk: search.cmyk === '1',
    keepsFrame: search.frame !== '0',
    offset: {
      x: numberIn(search.x, -MAX_PRINTER_OFFSET, MAX_PRINTER_OFFSET, 0),
      y: numberIn(search.y, -MAX_PRINTER_OFFSET, MAX_PRINTER_OFFSET, 0),
    },
  }
}

function layoutOf({ layout = '', grid, sticker }: PrintSearch): SheetLayout {
  const [kind, detail] = layout.split('-')
  if (kind === 'labels' && isOneOf(LABEL_SIZE_NAMES, detail)) return { kind, size: detail as LabelSize }
  if (kind === 'grid') return gridOf(grid)
  if (kind === 'tent' && isOneOf(['A6', 'A5'] as const, detail)) return { kind, size: detail }
  if (kind === 'poster' && isOneOf(PAPER_NAMES, detail)) return { kind, size: detail }
  if (kind === 'stickers' && isOneOf(['round', 'square'] as const, detail))
    return { kind, shape: detail, side: numberIn(sticker, 15, 200, FIRST_STICKER) }
  return kind === 'card' ? { kind } : DEFAULT_OPTIONS.layout
}

function gridOf(text: string | undefined): SheetLayout {
  const [paper, ...measures] = (text ?? '').split(',')
  const numbers = GRID_FIELDS.map((field, place) => {
    const number = numberIn(measures[place], LEAST[field] ?? 0, MOST[field], FIRST_GRID[field])
    return [field, field === 'columns' || field === 'rows' ? Math.round(number) : number]
  })
  return {
    kind: 'grid',
    paper: paper === 'A5' || paper === 'Letter' ? paper : 'A4',
    ...(Object.fromEntries(numbers) as typeof FIRST_GRID),
  }
}

/** The last grid of one's own, whatever the layout is by now. */
export const ownGridOf = ({ grid }: PrintSearch): SheetLayout => gridOf(grid)

/** What is kept for the next time: a layout without a grid leaves the last one. */
export const keepingGrid = (wanted: PrintSearch, before: PrintSearch): PrintSearch => ({
  ...wanted,
  ...(wanted.grid === undefined && before.grid !== undefined && { grid: before.grid }),
})

/** The part of an address that says the same; what is as usual is left out. */
export function searchOf(options: PrintOptions): PrintSearch {
  const { layout, offset } = options
  const usual = DEFAULT_OPTIONS
  const entries: [keyof PrintSearch, string | undefined][] = [
    ['layout', nameOf(layout)],
    [
      'grid',
      layout.kind === 'grid'
        ? [layout.paper, ...GRID_FIELDS.map((field) => layout[field])].join(',')
        : undefined,
    ],
    ['sticker', layout.kind === 'stickers' ? String(layout.side) : undefined],
    ['start', options.start === 1 ? undefined : String(options.start)],
    ['lines', options.lines.join() === usual.lines.join() ? undefined : options.lines.join() || 'none'],
    ['text', options.text || undefined],
    ['side', options.side === null ? undefined : String(options.side)],
    ['place', options.place === usual.place ? undefined : options.place],
    ['cut', options.hasCutLines ? undefined : '0'],
    ['crop', options.hasCropMarks ? '1' : undefined],
    ['cmyk', options.cmyk ? '1' : undefined],
    ['frame', options.keepsFrame ? undefined : '0'],
    ['x', offset.x === 0 ? undefined : String(offset.x)],
    ['y', offset.y === 0 ? undefined : String(offset.y)],
  ]
  return Object.fromEntries(entries)
}

/** @example nameOf({ kind: 'labels', size: '70x37' }) // 'labels-70x37' */
export function nameOf(layout: SheetLayout): string {
  if (layout.kind === 'stickers') return `stickers-${layout.shape}`
  return 'size' in layout ? `${layout.kind}-${layout.size}` : layout.kind
}

/** The sheet as the server takes it. */
export const sheetOf = (options: PrintOptions, language: string) => ({
  layout: options.layout,
  start: options.start,
  offset: options.offset,
  hasCutLines: options.hasCutLines,
  hasCropMarks: options.hasCropMarks,
  cmyk: options.cmyk,
  ...(options.side !== null && { codeSide: options.side }),
  caption: { lines: captionKinds(options), text: options.text, language },
  keepsFrame: options.keepsFrame,
})

/** The lines beside a code from top to bottom: its name, the words of all, then the rest. */
export function captionKinds({ lines, text }: PrintOptions): CaptionKind[] {
  const order: CaptionKind[] = ['name', 'text', 'id', 'link']
  return order.filter((kind) => (kind === 'text' ? text !== '' : lines.includes(kind)))
}
