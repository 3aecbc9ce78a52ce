import { cleanLine, graphemesOf, isBlank } from '../contents/clean-line'
import { QrDesignError } from '../design-error'
import { isHexColor } from './color'
import {
  frameContrast,
  MAX_FRAME_TEXT,
  MIN_FRAME_CONTRAST,
  QR_FRAME_KINDS,
  QR_FRAME_LINES,
  type QrFrame,
} from './frame'

/** A language tag that asks no table: letters, digits and hyphens. */
const LANGUAGE_TAG = /^[a-z]{2,8}(?:-[a-z0-9]{1,8}){0,3}$/i

const isOneOf = <Name extends string>(names: readonly Name[], value: unknown): value is Name =>
  names.includes(value as Name)

/**
 * A frame from data that nobody checked; other fields than the known ones are dropped, and the text is cleaned.
 * @throws {QrDesignError} of the field `frame`: `frame-text-too-long`, `frame-contrast` for words that can hardly be
 * read on their colour, `invalid-frame` for all else
 */
export function readFrame(data: unknown): QrFrame {
  const invalid = new QrDesignError('frame', 'invalid-frame')
  if (typeof data !== 'object' || data === null) throw invalid
  const { kind, text, language, color, textColor, line } = data as Record<string, unknown>
  if (!isOneOf(QR_FRAME_KINDS, kind) || typeof text !== 'string' || !isHexColor(color)) throw invalid
  if (typeof language !== 'string' || !LANGUAGE_TAG.test(language)) throw invalid
  if (textColor !== undefined && !isHexColor(textColor)) throw invalid
  if (line !== undefined && !isOneOf(QR_FRAME_LINES, line)) throw invalid
  const clean = cleanLine(text)
  if (isBlank(clean)) throw invalid
  if (clean.length > 10 * MAX_FRAME_TEXT || graphemesOf(clean).length > MAX_FRAME_TEXT) {
    throw new QrDesignError('frame', 'frame-text-too-long')
  }
  const frame: QrFrame = {
    kind,
    text: clean,
    language,
    color,
    ...(textColor === undefined ? {} : { textColor }),
    ...(line === undefined ? {} : { line }),
  }
  if (frameContrast(frame) < MIN_FRAME_CONTRAST) throw new QrDesignError('frame', 'frame-contrast')
  return frame
}
