import {
  ERROR_CORRECTION_LEVELS,
  isHexColor,
  MAX_IMAGE_SIZE,
  MAX_MARGIN,
  MIN_IMAGE_SIZE,
  QR_EYE_SHAPES,
  QR_FRAME_KINDS,
  QR_FRAME_LINES,
  QR_STYLES,
  type QrCustomSettings,
  QrDesignError,
  readFrame,
} from '@scanleaf/qr'
import * as z from 'zod'
import { parseJson } from '../json'
import { Line } from '../wire'

/** Suggested calls to action, by their keys in the namespace `calls-to-action`; the first is the one to begin with. */
export const CALLS_TO_ACTION = [
  'scan',
  'menu',
  'order',
  'pay',
  'wifi',
  'contact',
  'website',
  'follow',
  'review',
  'book',
  'offer',
  'app',
] as const

const ColorText = z.string({ error: 'invalid-color' })
const Color = ColorText.refine(isHexColor, { error: 'invalid-color' })
const EyeColors = z.object({ frame: Color, dot: Color }).partial()

const SETTINGS = {
  foregroundColor: Color,
  backgroundColor: ColorText.refine((value) => value === 'transparent' || isHexColor(value), {
    error: 'invalid-color',
  }),
  size: wholeNumber(MIN_IMAGE_SIZE, MAX_IMAGE_SIZE, 'size-out-of-range'),
  errorCorrectionLevel: z.enum(ERROR_CORRECTION_LEVELS, { error: 'invalid-level' }),
  style: z.enum(QR_STYLES, { error: 'invalid-style' }),
  borderRadius: wholeNumber(0, 100, 'invalid-radius'),
  margin: wholeNumber(0, MAX_MARGIN, 'invalid-margin'),
}

const ADDED_SETTINGS = {
  eyeShape: z.enum(QR_EYE_SHAPES, { error: 'invalid-eyes' }),
  eyeColor: Color,
  eyes: z.tuple([EyeColors, EyeColors, EyeColors], { error: 'invalid-eyes' }),
  gradient: z.object(
    {
      type: z.enum(['linear', 'radial'], { error: 'invalid-gradient' }),
      colors: z.tuple([Color, Color], { error: 'invalid-gradient' }),
      angle: z.number({ error: 'invalid-gradient' }).optional(),
    },
    { error: 'invalid-gradient' },
  ),
}

function wholeNumber(least: number, most: number, error: string) {
  return z.number({ error }).int({ error }).min(least, { error }).max(most, { error })
}

const Frame = z.object(
  {
    kind: z.enum(QR_FRAME_KINDS, { error: 'invalid-frame' }),
    text: Line,
    language: z.string({ error: 'invalid-frame' }),
    color: Color,
    textColor: Color.optional(),
    line: z.enum(QR_FRAME_LINES, { error: 'invalid-frame' }).optional(),
  },
  { error: 'invalid-frame' },
)

/** Settings as they leave the server. */
export const QrSettings = z.object({
  ...SETTINGS,
  ...z.object({ ...ADDED_SETTINGS, frame: Frame }).partial().shape,
}) as unknown as z.ZodType<QrCustomSettings, QrCustomSettings>

/** Some of the settings of a design (spec §3), as an object or, in a multipart field, as its JSON text. */
export const QrSettingsInput = z
  .preprocess(
    parsedText,
    z
      .object(
        { ...SETTINGS, ...ADDED_SETTINGS, frame: Frame.superRefine(refuseFrame) },
        { error: 'invalid-settings' },
      )
      .partial()
      .transform((settings) => settings as Partial<QrCustomSettings>),
  )
  .meta({ id: 'DesignSettings' })

/** The rules of a frame that its shape does not say: length of the text, and contrast. */
function refuseFrame(frame: unknown, context: z.RefinementCtx): void {
  try {
    readFrame(frame)
  } catch (error) {
    if (!(error instanceof QrDesignError)) throw error
    context.addIssue({ code: 'custom', message: error.problem })
  }
}

/** A JSON text as its value; anything else, broken text included, as it is. */
function parsedText(input: unknown): unknown {
  if (typeof input !== 'string') return input
  try {
    return parseJson(input)
  } catch {
    return input
  }
}
