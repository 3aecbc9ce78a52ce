import { describe, expect, test } from 'vitest'
import type { FrameTextOutline } from '../design/frame'
import { buildScene } from '../design/scene'
import { DEFAULT_QR_SETTINGS, type QrDesign } from '../design/settings'
import { encodeSymbol } from '../symbol/encode'
import { DESIGNS } from '../testing/designs'
import { hasGhostscript, inkCoverage } from '../testing/ghostscript'
import { cropped, hasPoppler, pagesOf } from '../testing/poppler'
import { hasZbar, readWithZbar } from '../testing/zbar'
import { sizeAdvice } from './advice'
import { type CaptionKind, planLabel } from './label'
import { LABEL_SIZES, type LabelSize, stickerGrid } from './label-sizes'
import {
  type SheetLayout,
  type SheetOptions,
  type SheetPlan,
  sheetPage,
  sheetPageCount,
  sheetPlan,
  sheetProblem,
} from './layouts'
import { SheetFile } from './sheet-file'
import { drawSheetPage, type SheetDrawing, type SheetLabel } from './sheet-page'

const linkOf = (index: number): string => `https://qr.example/BAN-${index + 1}`

/** Letters as boxes, wide as a name is. */
const outline = (letters: number): FrameTextOutline => ({
  path: Array.from({ length: letters }, (_, at) => `M${60 * at} 0H${60 * at + 40}V70H${60 * at}Z`).join(''),
  ...{ width: 60 * letters, height: 70, em: 98, baseline: 70 },
})

const CALL = outline(18)
const WORDS: Readonly<Record<CaptionKind, string>> = {
  name: 'Bàn 1',
  text: 'Quét để xem thực đơn',
  id: 'BAN-1',
  link: 'qr.example/BAN-1',
}

function label(index: number, kinds: readonly CaptionKind[], design: QrDesign): SheetLabel {
  const captions = kinds.map((kind) => ({
    ...{ kind, em: 10, isRightToLeft: false },
    lines: [{ text: WORDS[kind], outline: kind === 'text' ? CALL : outline(6 + (index % 3)) }],
  }))
  return { symbol: encodeSymbol(linkOf(index)), design, captions }
}

interface Printed {
  layout: SheetLayout
  options?: SheetOptions
  codes: number
  kinds?: readonly CaptionKind[]
  design?: QrDesign
  drawing?: SheetDrawing
}

function print({ layout, options, codes, kinds = [], design = DEFAULT_QR_SETTINGS, drawing }: Printed): {
  plan: SheetPlan
  pdf: Uint8Array
} {
  const plan = sheetPlan(layout, options)
  const file = new SheetFile(plan, { title: 'Mã bàn', language: 'vi' })
  const parts: Uint8Array[] = []
  for (let page = 0; page < sheetPageCount(plan, codes); page++) {
    const labels = sheetPage(plan, page, codes).map(({ index, cell }) => ({
      cell,
      label: label(index, kinds, design),
    }))
    parts.push(file.page(drawSheetPage(plan, labels, drawing ?? { colors: 'rgb' }, file.known())))
  }
  return { plan, pdf: Buffer.concat([...parts, file.end()]) }
}

const ROUND = { kind: 'stickers', shape: 'round', side: 50 } as const
const OWN_GRID: SheetLayout = {
  kind: 'grid',
  paper: 'A5',
  ...{ columns: 2, rows: 4, width: 60, height: 40, left: 10, top: 12, gapX: 4, gapY: 6 },
}
const BLUE = { ...DEFAULT_QR_SETTINGS, foregroundColor: '#123C69', backgroundColor: '#F4E9D8' }

const SHEETS: Record<string, Printed> = {
  ...Object.fromEntries(
    (Object.keys(LABEL_SIZES) as LabelSize[]).map((size) => [
      size,
      { layout: { kind: 'labels', size }, codes: 5, kinds: ['name', 'text', 'link'] },
    ]),
  ),
  'from label 22, over two pages': {
    layout: { kind: 'labels', size: '70x37' },
    options: { start: 22, hasCutLines: true },
    codes: 5,
    kinds: ['name'],
  },
  'own grid, printer off by 2 mm': { layout: OWN_GRID, options: { offset: { x: 2, y: -1.5 } }, codes: 9 },
  'table tents of A6': { layout: { kind: 'tent', size: 'A6' }, codes: 3, kinds: ['text', 'name'] },
  'table tents of A5': { layout: { kind: 'tent', size: 'A5' }, options: { hasCutLines: true }, codes: 1 },
  'round stickers': { layout: ROUND, options: { hasCutLines: true }, codes: 4, kinds: ['id'] },
  'square stickers': { layout: { kind: 'stickers', shape: 'square', side: 40 }, codes: 4 },
  'posters with bleed': {
    layout: { kind: 'poster', size: 'A6' },
    options: { hasCropMarks: true },
    codes: 2,
    kinds: ['text', 'name'],
    design: BLUE,
  },
  cards: {
    layout: { kind: 'card' },
    codes: 2,
    kinds: ['name', 'link'],
    design: DESIGNS['image'] as QrDesign,
  },
  'rounded with a frame': {
    layout: { kind: 'labels', size: '99.1x67.7' },
    codes: 3,
    design: {
      ...(DESIGNS['linear'] as QrDesign),
      frame: { kind: 'ring', text: 'Quét', language: 'vi', color: '#123C69' },
      frameLines: [CALL],
    },
  },
}

describe.skipIf(!hasPoppler || !hasZbar)('printed at 300 dots an inch', () => {
  test.each(Object.entries(SHEETS))('%s: every face of every label is read', (_, printed) => {
    const { plan, pdf } = print(printed)
    const pages = pagesOf(pdf, 300)
    expect(pages).toHaveLength(sheetPageCount(plan, printed.codes))
    const faces = pages.flatMap((page, number) =>
      sheetPage(plan, number, printed.codes).flatMap(({ index, cell }) =>
        cell.faces.map((face) => ({ index, picture: cropped(page, face, 300) })),
      ),
    )
    const read = readWithZbar(faces.map(({ picture }) => picture))
    expect(read.map((bytes) => bytes && Buffer.from(bytes).toString())).toEqual(
      faces.map(({ index }) => linkOf(index)),
    )
  })

  test.each([
    ['label', { kind: 'labels', size: '63.5x38.1' }, {}],
    ['label, printer off', { kind: 'labels', size: '63.5x38.1' }, { offset: { x: -1.3, y: 0.7 } }],
    ['poster with bleed', { kind: 'poster', size: 'A5' }, { hasCropMarks: true }],
  ] as const)('%s: edges of the code are within 0.1 mm of the plan', (_, layout, options) => {
    const { plan, pdf } = print({ layout, options, codes: 1, drawing: { colors: 'rgb', codeSide: 20 } })
    const face = plan.cells[0]?.faces[0] as SheetPlan['cells'][number]['faces'][number]
    const scene = buildScene(encodeSymbol(linkOf(0)), DEFAULT_QR_SETTINGS)
    const { picture, module } = planLabel(face, plan, scene, [], 20)
    const planned = { left: picture.x + 4 * module, top: picture.y + 4 * module, side: scene.size * module }
    expect(planned.side).toBeCloseTo(20)
    const found = darkBox(cropped(pagesOf(pdf, 600)[0] as ReturnType<typeof cropped>, face, 600))
    for (const [measured, wanted] of [
      [face.x + found.left, planned.left],
      [face.y + found.top, planned.top],
      [face.x + found.right, planned.left + planned.side],
      [face.y + found.bottom, planned.top + planned.side],
    ] as const)
      expect(Math.abs(measured - wanted)).toBeLessThan(0.1)
  })

  /** The box of what is dark, in millimetres. */
  function darkBox({ width, data }: ReturnType<typeof cropped>) {
    let [left, top, right, bottom] = [Infinity, Infinity, 0, 0]
    for (const [at, value] of data.entries()) {
      if (value > 127) continue
      const [x, y] = [at % width, Math.floor(at / width)]
      left = Math.min(left, x)
      right = Math.max(right, x + 1)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y + 1)
    }
    const millimetres = (dots: number): number => (dots * 25.4) / 600
    const [l, t, r, b] = [left, top, right, bottom].map(millimetres) as [number, number, number, number]
    return { left: l, top: t, right: r, bottom: b }
  }
})

test.skipIf(!hasGhostscript).each(['rgb', 'cmyk'] as const)(
  'black is black ink alone, in %s too, with its words and cut lines',
  (colors) => {
    const { pdf } = print({
      layout: { kind: 'labels', size: '70x37' },
      options: { hasCutLines: true },
      codes: 24,
      kinds: ['name', 'text'],
      drawing: { colors },
    })
    const [[cyan, magenta, yellow, black] = []] = inkCoverage(pdf)
    expect([cyan, magenta, yellow]).toEqual([0, 0, 0])
    expect(black).toBeGreaterThan(0.05)
  },
)

test('a file says its language and boxes, and asks viewers not to scale it; a call to action stands once', () => {
  const { pdf } = print({ ...(SHEETS['posters with bleed'] as Printed), codes: 30 })
  const text = Buffer.from(pdf).toString('latin1')
  expect(text).toContain('/Lang <FEFF00760069>')
  expect(text).toContain('/PrintScaling /None')
  // A6 within 10 mm of marks: 28.3465 pt each
  expect(text).toContain('/TrimBox [28.3465 28.3465 325.9843 447.874]')
  expect(text).toContain('/BleedBox [19.8425 19.8425 334.4882 456.378]')
  // the call to action, and the letter that the names of this test consist of
  expect(text.match(/\/Subtype \/Form/g)).toHaveLength(2)
  expect(text.match(/\/Type \/Page /g)).toHaveLength(30)
})

test.each([
  [{ kind: 'stickers', shape: 'round', side: 220 }, {}, { field: 'side', most: 194 }],
  [{ ...OWN_GRID, width: 70 }, {}, { field: 'width', most: 67 }],
  [{ ...OWN_GRID, height: 48 }, {}, { field: 'height', most: 45 }],
  [{ kind: 'labels', size: '70x37' }, { start: 25 }, { field: 'start', most: 24 }],
  [{ kind: 'labels', size: '70x37' }, { start: 24 }, null],
  [OWN_GRID, {}, null],
] as [SheetLayout, SheetOptions, object | null][])(
  'what does not fit is named: %j %j',
  (layout, options, wrong) => {
    expect(sheetProblem(layout, options)).toEqual(wrong)
  },
)

test('own words stand above the code of a poster and below the name on a label, whatever their order', () => {
  const shape = { size: 29, box: { x: -4, y: -4, width: 37, height: 37 } }
  const placesIn = (layout: SheetLayout): string[] => {
    const plan = sheetPlan(layout)
    const { picture, captions } = planLabel(
      (plan.cells[0] as SheetPlan['cells'][number]).outline,
      plan,
      shape,
      [{ kind: 'name' }, { kind: 'text' }],
    )
    const places = [...captions, { ...picture, kind: 'code' }]
    return places.sort((a, b) => a.y + a.height / 2 - (b.y + b.height / 2)).map(({ kind }) => kind)
  }
  expect(placesIn({ kind: 'poster', size: 'A5' })).toEqual(['text', 'code', 'name'])
  expect(placesIn({ kind: 'stickers', shape: 'square', side: 50 })).toEqual(['code', 'name', 'text'])
})

test('all presets and stickers lie on the paper, centred', () => {
  const stickers = [30, 100].map((side) => ({ ...stickerGrid(side), paper: { width: 210, height: 297 } }))
  for (const { columns, rows, width, height, left, top, gapX, gapY, paper } of [
    ...Object.values(LABEL_SIZES),
    ...stickers,
  ]) {
    expect(2 * left + columns * width + (columns - 1) * gapX).toBeCloseTo(paper.width)
    expect(2 * top + rows * height + (rows - 1) * gapY).toBeCloseTo(paper.height)
  }
  expect(sheetPlan({ kind: 'labels', size: '66.7x25.4' })).toMatchObject({ width: 215.9, height: 279.4 })
  expect(sheetPlan({ kind: 'labels', size: '50x30' })).toMatchObject({ width: 50, height: 30 })
})

test('cut lines go through the whole sheet, one where labels touch', () => {
  const touching = sheetPlan({ kind: 'labels', size: '70x37' }, { hasCutLines: true })
  expect(touching.lines).toHaveLength(4 + 9)
  const apart = sheetPlan({ kind: 'labels', size: '63.5x38.1' }, { hasCutLines: true })
  expect(apart.lines).toHaveLength(6 + 8)
  expect(sheetPlan(ROUND, { hasCutLines: true })).toMatchObject({ lines: [], hasOutlines: true })
})

test.each([
  // side, modules, distance → verdict, least side
  [25, 33, 250, 'good', 25],
  [25, 33, 500, 'small', 50],
  [16, 33, 100, 'small', 17],
  [10, 33, 100, 'too-small', 17],
  [40, 101, 250, 'small', 51],
] as const)(
  'a side of %d mm of %d modules from %d mm is %s',
  (side, modules, distance, verdict, leastSide) => {
    expect(sizeAdvice(side, modules, distance)).toMatchObject({ verdict, leastSide })
  },
)

test('a code of thin modules is read from nearer than its side says', () => {
  expect(sizeAdvice(28, 29, 250).distance).toBe(280)
  expect(sizeAdvice(28, 112, 250).distance).toBe(140)
})
