import type { QrDesign } from '@scanleaf/qr'
import { useDeferredValue, useMemo } from 'react'
import { useLinkBase } from '../../../lib/link-base'
import { loadLogo } from '../../../lib/qr/logo'
import { checkScan } from '../../../lib/qr/scan/client'
import { type ScanVerdict, useScanCheck } from '../../../lib/qr/scan/use-scan-check'
import { useLogo } from '../../../lib/qr/use-logo'
import type { Draft } from './draft'
import type { Progress } from './drawing'
import { type Drawing, designOf, drawingOf, finalPayload, isPlain, previewPayload } from './drawing'
import type { FormTab } from './tabs'

export interface DrawnCode {
  drawing: Drawing
  design: QrDesign
  /** The text of the finished code; null while unknown. */
  payload: string | null
  verdict: ScanVerdict
}

/** The picture of a draft and the verdict on the finished code. Typing comes before drawing. */
export function useDrawing(tab: FormTab, draft: Draft, progress: Progress): DrawnCode {
  const linkBase = useLinkBase()
  const { logo } = useLogo(draft.logo)
  const { settings } = draft
  const design = useMemo(() => designOf({ settings }, logo), [settings, logo])
  const shown = useDeferredValue(previewPayload(draft, tab, progress))
  const drawing = useMemo(() => drawingOf(shown, design), [shown, design])
  const payload = finalPayload(draft, tab, progress, linkBase)
  const verdict = useScanCheck(drawing.svg === null ? null : payload, design)
  return { drawing, design, payload, verdict }
}

/**
 * Whether a finished code may be saved without confirmation. A failing check says yes: the server checks too.
 * @param verdict the one on screen, computed only when it is not there yet
 */
export async function passesScan(
  draft: Draft,
  payload: string | null,
  verdict: ScanVerdict,
): Promise<boolean> {
  if (draft.anyway || isPlain(draft) || payload === null || verdict.state === 'failed') return true
  if (verdict.state === 'done') return verdict.report.passes
  try {
    const design = designOf(draft, await loadLogo(draft.logo))
    return (await checkScan({ text: payload, design })).passes
  } catch {
    return true
  }
}
