import type { SKRSContext2D } from '@napi-rs/canvas'
import {
  CAPITAL_HEIGHT,
  type FrameTextOutline,
  graphemesOf,
  isRightToLeft,
  type MeasureText,
} from '@scanleaf/qr'
import type { Language, LogoOutline } from '@scanleaf/shared'
import { AppError } from '../../platform/app-error'
import { type FontFile, fontsFor } from '../../platform/fonts'

/** Pixels of a line while it is drawn; coordinates are rounded to whole ones. */
const FONT_SIZE = 512
/** Bold, because a logo is small. */
const BOLD = 700
/** Room on each side of a line for what letters draw beyond their own width; nothing is drawn outside. */
const SIDE = FONT_SIZE * 2
const CANVAS_HEIGHT = FONT_SIZE * 6
const BASELINE = FONT_SIZE * 3
/** Most answers kept about which font draws which character: some bytes each. */
const MAX_KNOWN_CHARACTERS = 50_000

type Direction = 'ltr' | 'rtl'
const directionOf = (text: string): Direction => (isRightToLeft(text) ? 'rtl' : 'ltr')

/**
 * The shape of a line of text, drawn by our own fonts: letters joined, reordered and stacked as their script asks. At
 * least as high as a capital letter, so that `aa` gets no larger than `AA`.
 * @param language decides between the shapes of Han characters
 * @param direction that of the first letter, unless the line is of a longer text
 * @param weight of the letters, 100 to 900
 * @throws AppError ValidationError with field `text` for characters that no font has, and for a text without shape
 */
export async function outlineOf(
  text: string,
  language?: Language,
  direction: Direction = directionOf(text),
  weight = BOLD,
): Promise<FrameTextOutline> {
  const composed = composedOf(text)
  const canvas = await openCanvas()
  const fonts = await fontsOf(canvas, composed, language)
  const drawn = fonts ? drawText(canvas, composed, fonts, direction, weight) : ''
  const box = boxOf(drawn)
  if (!box) throw new AppError('ValidationError', { text: 'unknown-characters' })
  const top = Math.min(box.top, BASELINE - CAPITAL_HEIGHT * FONT_SIZE)
  const bottom = Math.max(box.bottom, BASELINE)
  const origin = { x: Math.floor(box.left), y: Math.floor(top) }
  return {
    path: moved(drawn, origin),
    width: Math.ceil(box.right) - origin.x,
    height: Math.ceil(bottom) - origin.y,
    em: FONT_SIZE,
    baseline: BASELINE - origin.y,
  }
}

/** The letters of a text that no font of ours has, as grapheme clusters, each once. */
export async function lettersWithoutFont(text: string, language?: Language): Promise<string[]> {
  const canvas = await openCanvas()
  if (await fontsOf(canvas, composedOf(text), language)) return []
  const letters = new Set(graphemesOf(text))
  const missing: string[] = []
  for (const letter of letters)
    if (!(await fontsOf(canvas, composedOf(letter), language))) missing.push(letter)
  return missing
}

/** Measures parts of a text that our fonts draw. */
export async function textMeasure(text: string, language?: Language): Promise<MeasureText> {
  const canvas = await openCanvas()
  const fonts = (await fontsOf(canvas, composedOf(text), language)) ?? []
  const context = setUp(canvas, canvas.createCanvas(1, 1).getContext('2d'), fonts, directionOf(text))
  return (part) => context.measureText(composedOf(part)).width / FONT_SIZE
}

/** Fonts have composed characters more often than their parts. */
const composedOf = (text: string): string => text.normalize('NFC')

type Canvas = typeof import('@napi-rs/canvas')

const fontsOf = (canvas: Canvas, text: string, language: Language | undefined) =>
  fontsFor(text, language, (file, character) => isDrawn(canvas, file, character))

function openCanvas(): Promise<Canvas> {
  // The same picture on every machine: the fonts that happen to be installed are not asked.
  process.env['DISABLE_SYSTEM_FONTS_LOAD'] = '1'
  return import('@napi-rs/canvas')
}

/** A character that no font has: its glyph is that of every missing one. */
const MISSING = '\u{10fffd}'

/** What a font draws for characters that it lacks, by its family. */
const missingShapes = new Map<string, string>()
/** Whether a font draws a character, by family and character: drawing it takes milliseconds. */
const knownCharacters = new Map<string, boolean>()

/** Whether a font draws the character, and as something else than a missing one. */
function isDrawn(canvas: Canvas, file: FontFile, character: string): boolean {
  const key = `${file.family} ${character}`
  const known = knownCharacters.get(key)
  if (known !== undefined) return known
  const missing = missingShapes.get(file.family) ?? drawText(canvas, MISSING, [file], 'ltr')
  missingShapes.set(file.family, missing)
  const drawn = drawText(canvas, character, [file], directionOf(character))
  const isItsOwn = drawn !== '' && drawn !== missing
  if (knownCharacters.size >= MAX_KNOWN_CHARACTERS) knownCharacters.clear()
  knownCharacters.set(key, isItsOwn)
  return isItsOwn
}

/** A context that writes with the fonts. */
function setUp(
  { GlobalFonts }: Canvas,
  context: SKRSContext2D,
  fonts: readonly FontFile[],
  direction: Direction,
  weight = BOLD,
): SKRSContext2D {
  for (const { family, path } of fonts) {
    if (!GlobalFonts.has(family)) GlobalFonts.registerFromPath(path, family)
  }
  context.font = `${FONT_SIZE}px ${fonts.map(({ family }) => `"${family}"`).join(', ')}`
  context.fontVariationSettings = `'wght' ${weight}`
  context.direction = direction
  context.textAlign = 'left'
  return context
}

/** SVG path data of absolute M, L, Q, C and Z. */
function drawText(
  canvas: Canvas,
  text: string,
  fonts: readonly FontFile[],
  direction: Direction,
  weight = BOLD,
): string {
  const { createCanvas, SvgExportFlag } = canvas
  const { width } = setUp(canvas, createCanvas(1, 1).getContext('2d'), fonts, direction, weight).measureText(
    text,
  )
  const drawn = createCanvas(Math.ceil(width) + 2 * SIDE, CANVAS_HEIGHT, SvgExportFlag.ConvertTextToPaths)
  setUp(canvas, drawn.getContext('2d'), fonts, direction, weight).fillText(text, SIDE, BASELINE)
  const svg = drawn.getContent().toString()
  return Array.from(svg.matchAll(/ d="([^"]*)"/g), ([, data]) => data).join('')
}

/** Coordinates of path data in order, x and y by turns. */
const numbersOf = (path: string): number[] => Array.from(path.matchAll(/-?[\d.]+(?:e-?\d+)?/g), Number)

/** The box of all points, those that steer curves included: they lie at most a hair outside. */
function boxOf(path: string) {
  const numbers = numbersOf(path)
  if (numbers.length === 0) return null
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (let at = 0; at + 1 < numbers.length; at += 2) {
    const [x, y] = [numbers[at] as number, numbers[at + 1] as number]
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x)
    box.top = Math.min(box.top, y)
    box.bottom = Math.max(box.bottom, y)
  }
  return box
}

/**
 * The path from another origin, in whole numbers. Each contour is rounded from where it begins, so that equal letters
 * are equal wherever they stand.
 */
const moved = (path: string, origin: { x: number; y: number }): string =>
  path.replace(/M[^M]*/g, (contour) => {
    const [startX = 0, startY = 0] = numbersOf(contour)
    let isX = false
    return contour.replace(/-?[\d.]+(?:e-?\d+)?/g, (number) => {
      isX = !isX
      const start = isX ? startX : startY
      const before = Math.round(start - (isX ? origin.x : origin.y))
      return String(before + Math.round(Number(number) - start))
    })
  })

/** A text logo as an `<img>` shows it: an SVG of its outline, in a data address. */
export function logoSvg({ path, width, height }: LogoOutline, background: string): string {
  const ground = background === '' ? '' : `<path fill="${background}" d="M0 0h${width}v${height}H0z"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${ground}<path d="${path}"/></svg>`
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
