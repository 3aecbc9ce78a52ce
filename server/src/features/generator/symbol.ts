import {
  type ErrorCorrectionLevel,
  encodeSymbol,
  highestLevelThatFits,
  QrCapacityError,
  type QrSymbol,
} from '@scanleaf/qr'
import { AppError } from '../../platform/app-error'

/**
 * The symbol of a text at the level asked, or at the strongest one that holds it (rulings §3).
 * @throws AppError ValidationError with field `content` when no level does
 */
export function symbolOf(payload: string, level: ErrorCorrectionLevel): QrSymbol {
  try {
    return encodeSymbol(payload, { level })
  } catch (cause) {
    if (!(cause instanceof QrCapacityError)) throw cause
    const fitting = highestLevelThatFits(payload)
    if (fitting) return encodeSymbol(payload, { level: fitting })
    throw new AppError('ValidationError', { content: 'content-too-long' }, undefined, { cause })
  }
}
