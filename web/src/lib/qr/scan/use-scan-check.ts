import type { QrDesign } from '@scanleaf/qr'
import type { ScanReport } from '@scanleaf/qr/scan-check'
import { useEffect, useState } from 'react'
import { checkScan } from './client'

/** A design is checked when it has rested for this long. */
const REST_MS = 300

export type ScanCheckState =
  /** Nothing to check. */
  | { state: 'none'; report: null }
  | { state: 'checking'; report: null }
  | { state: 'done'; report: ScanReport }
  /** The check itself failed: the design is not judged. */
  | { state: 'failed'; report: null }

const NONE: ScanCheckState = { state: 'none', report: null }
const CHECKING: ScanCheckState = { state: 'checking', report: null }

/** A verdict and what it is about. */
interface Judged {
  text: string
  design: QrDesign
  verdict: ScanCheckState
}

/**
 * The verdict on a design, computed some time after each change; that on another design or text is none.
 * @param text the content of the symbol; null when there is nothing to check
 * @param design keep it the same object while nothing changes
 * @param restMs debounce in milliseconds; 0 for a design that has not just changed
 */
export function useScanCheck(text: string | null, design: QrDesign | null, restMs = REST_MS): ScanCheckState {
  const [judged, setJudged] = useState<Judged | null>(null)
  useEffect(() => {
    if (text === null || design === null) return
    const giveUp = new AbortController()
    const judge = (verdict: ScanCheckState) => setJudged({ text, design, verdict })
    const timer = setTimeout(() => {
      checkScan({ text, design }, giveUp.signal).then(
        (report) => giveUp.signal.aborted || judge({ state: 'done', report }),
        () => giveUp.signal.aborted || judge({ state: 'failed', report: null }),
      )
    }, restMs)
    return () => {
      clearTimeout(timer)
      giveUp.abort()
    }
  }, [text, design, restMs])
  if (text === null || design === null) return NONE
  return judged?.text === text && judged.design === design ? judged.verdict : CHECKING
}
