import fc from 'fast-check'
import { expect, test } from 'vitest'
import { graphemesOf } from '../contents/clean-line'
import { DEFAULT_QR_SETTINGS } from '../design/settings'
import { encodeSymbol } from '../symbol/encode'
import { runs } from '../testing/property-runs'
import { type CaptionKind, type LabelPlan, pictureShape, planLabel, setCaptions } from './label'
import { LABEL_SIZES, type LabelSize } from './label-sizes'
import { type SheetLayout, sheetPlan } from './layouts'
import { LINE_HEIGHT, setWords } from './words'

/** Letters of one width, as far as the tests are concerned. */
const measure = (text: string): number => 0.6 * graphemesOf(text).length

const linesOf = (text: string, width: number, language = 'vi', height = 40) =>
  setWords(text, { width, height, em: 5 }, measure, language)

test.each([
  // letters of 3 mm: so many in a line
  ['Phở bò tái nạm gầu gân', 8, 'vi', ['Phở bò', 'tái nạm', 'gầu gân']],
  ['Bàn 01', 8, 'vi', ['Bàn 01']],
  ['Hai-Ba-Trung', 8, 'en', ['Hai-Ba-', 'Trung']],
  ['Tầng 2 (trong nhà)', 8, 'vi', ['Tầng 2', '(trong', 'nhà)']],
  ['ก๋วยเตี๋ยวเรือน้ำตก', 8, 'th', ['ก๋วยเตี๋ยว', 'เรือน้ำตก']],
  ['ຮ້ານອາຫານຫຼວງພະບາງ', 9, 'lo', ['ຮ້ານອາຫານ', 'ຫຼວງພະບາງ']],
  ['បាយសាច់ជ្រូក', 5, 'km', ['បាយសាច់', 'ជ្រូក']],
  ['北京烤鸭套餐', 4, 'zh-CN', ['北京烤鸭', '套餐']],
  ['特製ラーメン（大盛り）', 6, 'ja', ['特製ラーメン', '（大盛り）']],
  ['مطعم البحر الأبيض', 12, 'ar', ['مطعم البحر', 'الأبيض']],
] as const)('%s is broken between its words in lines of %d letters', (text, letters, language, lines) => {
  expect(linesOf(text, letters * 3 + 0.1, language)).toEqual({ lines, em: 5, isCut: false })
})

test('a space that does not break keeps its words together', () => {
  expect(linesOf('Bàn số\u00a012', 24).lines).toEqual(['Bàn', 'số\u00a012'])
})

test('letters get smaller only where full lines have no room, and words are cut only at half of the size', () => {
  const text = 'một hai ba bốn năm sáu bảy tám chín mười'
  const full = linesOf(text, 30, 'vi', 35)
  expect(full).toMatchObject({ em: 5, isCut: false })
  const smaller = linesOf(text, 30, 'vi', 21)
  expect(smaller.em).toBeLessThan(5)
  expect(smaller.isCut).toBe(false)
  const cut = linesOf(text, 12, 'vi', 7)
  expect(cut).toMatchObject({ em: 2.5, isCut: true })
  expect(cut.lines.at(-1)).toMatch(/…$/)
})

test('a word wider than its room is divided between letters with their marks', () => {
  const { lines, isCut } = linesOf('Nghiêngnghiêngnghiêng', 15)
  expect(isCut).toBe(false)
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.flatMap(graphemesOf)).toEqual(graphemesOf('Nghiêngnghiêngnghiêng'))
})

const WORDS = [
  'Phở',
  'bò',
  'กล้วย',
  'ដើម',
  'မြန်မာ',
  '北京',
  'カレー',
  'مطعم',
  '12',
  '🍜',
  '(A)',
  'Straßenbahnhaltestelle',
]
const LAYOUTS: SheetLayout[] = [
  ...(Object.keys(LABEL_SIZES) as LabelSize[]).map((size) => ({ kind: 'labels', size }) as const),
  { kind: 'stickers', shape: 'round', side: 50 },
  { kind: 'stickers', shape: 'square', side: 30 },
  { kind: 'tent', size: 'A6' },
  { kind: 'poster', size: 'A5' },
  { kind: 'card' },
]

test('whatever the names are, lines stay in the label beside the code, and a name is whole or counted', () => {
  const shape = pictureShape(encodeSymbol('https://qr.example/BAN-1'), DEFAULT_QR_SETTINGS)
  const names = fc
    .array(fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom('', ' ', '-')), {
      minLength: 1,
      maxLength: 20,
    })
    .map((parts) => parts.flat().join('').trim())
  const all: CaptionKind[] = ['name', 'text', 'id', 'link']
  fc.assert(
    fc.property(
      names,
      fc.constantFrom(...LAYOUTS),
      fc.subarray(all, { minLength: 1 }),
      fc.option(fc.integer({ min: 8, max: 60 }), { nil: undefined }),
      (name, layout, kinds, side) => {
        const plan = sheetPlan(layout)
        const face = plan.cells[0]?.faces[0]
        if (!face) throw new Error('no label')
        const words = kinds.map((kind) => ({ kind, text: kind === 'name' ? name : `${kind} 1` }))
        const before = planLabel(face, plan, shape, words, side)
        const set = setCaptions(before, words, measure, 'vi')
        const shapes = set.map(({ kind, em, lines }) => ({ kind, em, lineCount: lines.length }))
        const label = planLabel(face, plan, shape, shapes, side)
        expect(label.side).toBeCloseTo(before.side)
        expect(outside(face, label)).toEqual([])
        for (const { kind, lines, em, isCut } of set) {
          if (kind === 'id' || kind === 'link') continue
          const width = label.captions.find((area) => area.kind === kind)?.width ?? 0
          if (lines.some((line) => graphemesOf(line).length > 1 && measure(line) * em > width + 1e-6))
            throw new Error(`a line is wider than its label: ${lines.join(' | ')}`)
          if (kind === 'name' && !isCut)
            expect(lines.join('').replace(/\s/g, '')).toBe(name.replace(/\s/g, ''))
          else if (kind === 'name') expect(lines.at(-1)).toMatch(/…$/)
        }
      },
    ),
    { numRuns: runs(300), verbose: true },
  )
})

interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** Captions that leave the label, or lie on the picture of the code with its quiet zone. */
function outside(face: Area, { picture, captions }: LabelPlan): string[] {
  const isIn = (area: Area): boolean =>
    area.x > face.x - 1e-6 &&
    area.y > face.y - 1e-6 &&
    area.x + area.width < face.x + face.width + 1e-6 &&
    area.y + area.height < face.y + face.height + 1e-6
  const isApart = (area: Area): boolean =>
    area.x + area.width <= picture.x + 1e-6 ||
    area.x >= picture.x + picture.width - 1e-6 ||
    area.y + area.height <= picture.y + 1e-6 ||
    area.y >= picture.y + picture.height - 1e-6
  return captions.filter((area) => !isIn(area) || !isApart(area)).map(({ kind, em }) => `${kind} of ${em}`)
}

test('lines have less height than the smallest letters only in rooms that have not one line', () => {
  const { em, lines } = setWords('Bàn 1', { width: 50, height: 2, em: 5 }, measure, 'vi')
  expect(em * LINE_HEIGHT * lines.length).toBeLessThanOrEqual(2 + 1e-9)
})
