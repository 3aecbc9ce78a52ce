import { frameContrast, isBlank, MIN_FRAME_CONTRAST, type QrFrame } from '@scanleaf/qr'
import type { FieldError } from '@scanleaf/shared'
import { ApiError } from '../../../lib/api/api-error'

/** What is wrong with the fields of a frame, by field. */
export interface FrameProblems {
  text?: FieldError
  color?: FieldError
}

/**
 * The problems that keep a frame from being saved.
 * @param error why the words could not be outlined; null when they could
 */
export function frameProblems(frame: QrFrame | undefined, error: unknown): FrameProblems {
  if (!frame) return {}
  const isUnknown = error instanceof ApiError && error.fields['text'] === 'unknown-characters'
  return {
    ...(isBlank(frame.text) ? { text: 'required' } : isUnknown && { text: 'unknown-characters' }),
    ...(frameContrast(frame) < MIN_FRAME_CONTRAST && { color: 'frame-contrast' }),
  }
}
