import { QrDesignError, type QrDesignProblem } from '../design-error'
import { ERROR_CORRECTION_LEVELS } from '../symbol/capacity'
import { isHexColor } from './color'
import { MAX_IMAGE_SIZE, MAX_MARGIN, MIN_IMAGE_SIZE } from './limits'
import { readFrame } from './read-frame'
import {
  DEFAULT_QR_SETTINGS,
  QR_EYE_SHAPES,
  QR_STYLES,
  type QrCustomSettings,
  type QrEyeColors,
  type QrGradient,
} from './settings'

type Check = (value: unknown) => boolean

const isIntegerIn =
  (least: number, most: number): Check =>
  (value) =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= most

const isOneOf =
  (values: readonly string[]): Check =>
  (value) =>
    typeof value === 'string' && values.includes(value)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isOptionalColor = (value: unknown): boolean => value === undefined || isHexColor(value)

const isEyes: Check = (value) =>
  Array.isArray(value) &&
  value.length === 3 &&
  value.every((eye) => isRecord(eye) && isOptionalColor(eye['frame']) && isOptionalColor(eye['dot']))

const isGradient: Check = (value) =>
  isRecord(value) &&
  (value['type'] === 'linear' || value['type'] === 'radial') &&
  Array.isArray(value['colors']) &&
  value['colors'].length === 2 &&
  value['colors'].every(isHexColor) &&
  (value['angle'] === undefined || Number.isFinite(value['angle']))

/** The frame has a reader of its own. */
const RULES: Readonly<
  Record<Exclude<keyof QrCustomSettings, 'frame'>, { check: Check; problem: QrDesignProblem }>
> = {
  foregroundColor: { check: isHexColor, problem: 'invalid-color' },
  backgroundColor: {
    check: (value) => value === 'transparent' || isHexColor(value),
    problem: 'invalid-color',
  },
  size: { check: isIntegerIn(MIN_IMAGE_SIZE, MAX_IMAGE_SIZE), problem: 'size-out-of-range' },
  errorCorrectionLevel: { check: isOneOf(ERROR_CORRECTION_LEVELS), problem: 'invalid-level' },
  style: { check: isOneOf(QR_STYLES), problem: 'invalid-style' },
  borderRadius: { check: isIntegerIn(0, 100), problem: 'invalid-radius' },
  margin: { check: isIntegerIn(0, MAX_MARGIN), problem: 'invalid-margin' },
  eyeShape: { check: isOneOf(QR_EYE_SHAPES), problem: 'invalid-eyes' },
  eyeColor: { check: isHexColor, problem: 'invalid-color' },
  eyes: { check: isEyes, problem: 'invalid-eyes' },
  gradient: { check: isGradient, problem: 'invalid-gradient' },
}

const FIELDS = Object.keys(RULES) as (keyof typeof RULES)[]

const copyEye = ({ frame, dot }: QrEyeColors): QrEyeColors => ({
  ...(frame === undefined ? {} : { frame }),
  ...(dot === undefined ? {} : { dot }),
})

const copyGradient = ({ type, colors, angle }: QrGradient): QrGradient => ({
  type,
  colors: [colors[0], colors[1]],
  ...(angle === undefined ? {} : { angle }),
})

/**
 * Settings from data that nobody checked, such as JSON: missing ones get the default, others than the known ones are
 * dropped at every depth.
 * @throws {QrDesignError} with the name of the first wrong setting; `settings` when it is no object
 */
export function readSettings(data: unknown): QrCustomSettings {
  if (!isRecord(data)) throw new QrDesignError('settings', 'invalid-settings')
  const settings: Record<string, unknown> = { ...DEFAULT_QR_SETTINGS }
  for (const field of FIELDS) {
    const value = Object.hasOwn(data, field) ? data[field] : undefined
    if (value === undefined || value === null) continue
    if (!RULES[field].check(value)) throw new QrDesignError(field, RULES[field].problem)
    settings[field] = value
  }
  const checked = settings as unknown as QrCustomSettings
  const [first, second, third] = checked.eyes ?? []
  const frame = Object.hasOwn(data, 'frame') ? data['frame'] : undefined
  return {
    ...checked,
    ...(first && second && third ? { eyes: [copyEye(first), copyEye(second), copyEye(third)] } : {}),
    ...(checked.gradient ? { gradient: copyGradient(checked.gradient) } : {}),
    ...(frame === undefined || frame === null ? {} : { frame: readFrame(frame) }),
  }
}
