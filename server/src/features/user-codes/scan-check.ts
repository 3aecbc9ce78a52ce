import { contrastRatio, luminance, parseColor, type QrCustomSettings } from '@scanleaf/qr'
import type { ScanVerdict, StoredLogo } from '@scanleaf/shared'
import { AppError } from '../../platform/app-error'
import type { DrawnCode, Generator } from '../generator'
import { drawnCodeOf } from './present'
import type { UserCodeRow } from './repository'

/** Contrast (WCAG) with which square modules are read in every condition (design/scannability.md). */
const SAFE_CONTRAST = 7

/**
 * Refuses a design that may not be read, unless the caller insists.
 * @throws AppError DesignNotScannable
 */
export async function refuseUnscannable(
  generator: Generator,
  code: DrawnCode,
  isAnyway: boolean,
): Promise<void> {
  if (isAnyway || isSafe(code.settings, code.logo)) return
  const { passes } = await generator.check(code)
  if (!passes) throw new AppError('DesignNotScannable', { qrCustomSettings: 'not-scannable' })
}

/**
 * Whether a saved code scans as it is drawn; null for one whose content cannot be read.
 * @throws AppError as `Generator.check`
 */
export async function checkUserCode(
  { generator, codeHost }: { generator: Generator; codeHost: string },
  code: UserCodeRow,
): Promise<ScanVerdict | null> {
  const drawn = drawnCodeOf(code, codeHost)
  return drawn && generator.check(drawn)
}

/** Dark squares on a light ground with a margin are read: there is nothing to check. */
export function isSafe(settings: QrCustomSettings, logo: StoredLogo | null): boolean {
  const { style, eyeShape, eyeColor, eyes, gradient, frame, margin, foregroundColor, backgroundColor } =
    settings
  const isPlain = !logo && !frame && style === 'square' && (eyeShape ?? 'square') === 'square'
  if (!isPlain || eyeColor || eyes || gradient || margin < 1 || backgroundColor === 'transparent')
    return false
  const ink = parseColor(foregroundColor, 'foregroundColor')
  const paper = parseColor(backgroundColor, 'backgroundColor')
  return contrastRatio(ink, paper) >= SAFE_CONTRAST && luminance(ink) < luminance(paper)
}
