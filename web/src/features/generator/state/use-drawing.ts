import { DEFAULT_QR_SETTINGS, type QrDesign } from '@scanleaf/qr'
import { useDeferredValue, useMemo } from 'react'
import { useLinkBase } from '../../../lib/link-base'
import { loadDesign, useDrawableDesign } from '../../../lib/qr/drawable-design'
import type { CodeLabels } from '../../../lib/qr/frame'
import { checkScan } from '../../../lib/qr/scan/client'
import { type ScanCheckState, useScanCheck } from '../../../lib/qr/scan/use-scan-check'
import type { Draft } from './draft'
import type { Progress } from './drawing'
import { type Drawing, drawingOf, finalPayload, isPlain, labelsOf, previewPayload } from './drawing'
import type { FormTab } from './tabs'

export interface DrawnCode {
  drawing: Drawing
  design: QrDesign
  labels: CodeLabels
  /** The text of the finished code; null while unknown. */
  payload: string | null
  verdict: ScanCheckState
}

/** The picture of a draft and the verdict on the finished code. Typing comes before drawing. */
export function useDrawing(tab: FormTab, draft: Draft, progress: Progress): DrawnCode {
  const linkBase = useLinkBase()
  const labels = labelsOf(draft, tab, progress, linkBase)
  const drawable = useDrawableDesign(draft.settings ?? DEFAULT_QR_SETTINGS, draft.logo, labels)
  const { design } = drawable
  const isWhole = !drawable.isLoading && drawable.logoError === null && drawable.frameError === null
  const shown = useDeferredValue(previewPayload(draft, tab, progress))
  const drawing = useMemo(() => drawingOf(shown, design), [shown, design])
  const payload = finalPayload(draft, tab, progress, linkBase)
  // A verdict speaks of what is on screen: none before logo and words are drawn.
  const verdict = useScanCheck(drawing.svg !== null && isWhole ? payload : null, design)
  return { drawing, design, labels, payload, verdict }
}

/**
 * Whether a finished code may be saved without confirmation. A failing check says yes: the server checks too.
 * @param drawn with the verdict on screen; it is computed only when it is not there yet
 */
export async function passesScan(draft: Draft, { payload, labels, verdict }: DrawnCode): Promise<boolean> {
  if (draft.anyway || isPlain(draft) || payload === null || verdict.state === 'failed') return true
  if (verdict.state === 'done') return verdict.report.passes
  try {
    const design = await loadDesign(draft.settings ?? DEFAULT_QR_SETTINGS, draft.logo, labels)
    return (await checkScan({ text: payload, design })).passes
  } catch {
    return true
  }
}
