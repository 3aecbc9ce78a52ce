import {
  CAPTION_KINDS,
  graphemesOf,
  LABEL_SIZES,
  type LabelSize,
  MAX_PRINTER_OFFSET,
  type SheetLayout,
} from '@scanleaf/qr'
import * as z from 'zod'
import { LANGUAGES, type Language } from '../languages'
import { Flag } from '../user-codes/schema'
import { Line } from '../wire'
import { MAX_CAPTION_TEXT } from './limits'

const between = (least: number, most: number) =>
  z.number().min(least, { error: 'too-small' }).max(most, { error: 'too-large' })
const wholeBetween = (least: number, most: number) =>
  z.int().min(least, { error: 'too-small' }).max(most, { error: 'too-large' })
const choice = <const T extends readonly [string, ...string[]]>(names: T) =>
  z.enum(names, { error: 'invalid-choice' })

const LANGUAGE_NAMES = LANGUAGES.map(({ code }) => code) as [Language, ...Language[]]
const LABEL_SIZE_NAMES = Object.keys(LABEL_SIZES) as [LabelSize, ...LabelSize[]]

/** What codes are printed on; lengths in millimetres. */
export const SheetLayoutInput = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('labels'), size: choice(LABEL_SIZE_NAMES) }),
    z.object({
      kind: z.literal('grid'),
      paper: choice(['A4', 'A5', 'Letter']),
      columns: wholeBetween(1, 20),
      rows: wholeBetween(1, 40),
      width: between(10, 216),
      height: between(10, 297),
      left: between(0, 200),
      top: between(0, 290),
      gapX: between(0, 100),
      gapY: between(0, 100),
    }),
    z.object({ kind: z.literal('tent'), size: choice(['A6', 'A5']) }),
    z.object({
      kind: z.literal('stickers'),
      shape: choice(['round', 'square']),
      side: between(15, 200),
    }),
    z.object({ kind: z.literal('poster'), size: choice(['A6', 'A5', 'A4', 'Letter']) }),
    z.object({ kind: z.literal('card') }),
  ],
  { error: 'invalid-choice' },
) satisfies z.ZodType<SheetLayout>

const Offset = between(-MAX_PRINTER_OFFSET, MAX_PRINTER_OFFSET).default(0)

/** Words beside each code, from top to bottom; `text` are own words, the same on all. */
export const SheetCaption = z.object({
  lines: z
    .array(choice(CAPTION_KINDS))
    .max(CAPTION_KINDS.length, { error: 'too-many' })
    .transform((lines) => [...new Set(lines)])
    .default([]),
  text: Line.max(20 * MAX_CAPTION_TEXT, { error: 'too-long' })
    .refine((text) => graphemesOf(text).length <= MAX_CAPTION_TEXT, { error: 'too-long' })
    .default(''),
  /** Of the words: decides between shapes of Han characters. */
  language: choice(LANGUAGE_NAMES).default('vi'),
})
export type SheetCaption = z.output<typeof SheetCaption>

/** A PDF of labels, tents, stickers, posters or cards. */
export const CodeSheet = z.object({
  layout: SheetLayoutInput,
  /** The first label that is used, from 1. */
  start: wholeBetween(1, 800).default(1),
  /** Millimetres to the right and down, for a printer that is off. */
  offset: z.object({ x: Offset, y: Offset }).default({ x: 0, y: 0 }),
  hasCutLines: Flag.default(false),
  /** Crop marks and 3 mm of bleed around posters and cards. */
  hasCropMarks: Flag.default(false),
  cmyk: Flag.default(false),
  /** Wanted side of the symbols without their quiet zone, in millimetres; as large as fits without one. */
  codeSide: between(5, 300).optional(),
  caption: SheetCaption.default({ lines: [], text: '', language: 'vi' }),
  /** Whether designs keep their frames. */
  keepsFrame: Flag.default(true),
})
export type CodeSheet = z.output<typeof CodeSheet>
