import { useDebouncedValue } from '@mantine/hooks'
import { DEFAULT_QR_SETTINGS, type QrDesign, type QrSymbol } from '@scanleaf/qr'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, messageOf } from '../../lib/api/api-error'
import { previewSvg, symbolOf } from '../../lib/qr/draw'
import { useDrawableDesign } from '../../lib/qr/drawable-design'
import type { CodeLabels } from '../../lib/qr/frame'
import { type ScanCheckState, useScanCheck } from '../../lib/qr/scan/use-scan-check'
import { chosenLogo, type DesignState } from './use-design'

/** The preview follows a change after this time (spec §4). */
const PREVIEW_DELAY_MS = 300

export interface DrawnDesign {
  svg: string
  symbol: QrSymbol
  design: QrDesign
  verdict: ScanCheckState
  failure: string | null
  /** Why the words of the frame are not drawn. */
  frameError: unknown
}

interface Drawing {
  svg: string
  symbol: QrSymbol
  isDefault: boolean
}

/** The drawing and the verdict of a design that has rested; the plain code where it cannot be drawn (spec §4). */
export function useDrawnDesign(payload: string, state: DesignState, labels: CodeLabels): DrawnDesign {
  const { t } = useTranslation('design')
  const [rested] = useDebouncedValue(state, PREVIEW_DELAY_MS)
  const input = useMemo(() => chosenLogo(rested), [rested])
  const { design, isLoading, logoError, frameError } = useDrawableDesign(rested.settings, input, labels)
  const drawing = useMemo(() => draw(payload, design), [payload, design])
  // A verdict speaks of what is on screen: none before logo and words are drawn.
  const verdict = useScanCheck(drawing.isDefault || isLoading ? null : payload, design, 0)
  const failure = logoError ? reasonOf(logoError) : drawing.isDefault ? t('preview.failed') : null

  function reasonOf(missing: unknown): string {
    if (missing instanceof ApiError && missing.statusCode === 401) return t('logo.needs-sign-in')
    return messageOf(missing, t('preview.no-logo'))
  }

  return { svg: drawing.svg, symbol: drawing.symbol, design, verdict, failure, frameError }
}

function draw(payload: string, design: QrDesign): Drawing {
  const plain = symbolOf(payload, DEFAULT_QR_SETTINGS.errorCorrectionLevel)
  if (plain === null) throw new Error('content that fits no symbol has no design')
  try {
    const symbol = symbolOf(payload, design.errorCorrectionLevel) ?? plain
    return { symbol, svg: previewSvg(symbol, design), isDefault: false }
  } catch {
    return { symbol: plain, svg: previewSvg(plain, DEFAULT_QR_SETTINGS), isDefault: true }
  }
}
