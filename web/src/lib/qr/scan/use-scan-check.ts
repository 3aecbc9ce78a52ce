import type { QrDesign } from '@scanleaf/qr'
import type { ScanReport } from '@scanleaf/qr/scan-check'
import { useEffect, useState } from 'react'
import { checkScan } from './client'

/** A design is checked when it has rested for this long. */
const REST_MS = 300

export type ScanVerdict =
  /** Nothing to check. */
  | { state: 'none'; report: null }
  /** The report is the one of a design before, if there was any. */
  | { state: 'checking'; report: ScanReport | null }
  | { state: 'done'; report: ScanReport }
  /** The check itself failed: the design is not judged. */
  | { state: 'failed'; report: null }

const NONE: ScanVerdict = { state: 'none', report: null }

/**
 * The verdict on a design, computed some time after each change; the newest design wins.
 * @param text the content of the symbol; null when there is nothing to check
 * @param design keep it the same object while nothing changes
 * @param restMs debounce in milliseconds; 0 for a design that has not just changed
 */
export function useScanCheck(text: string | null, design: QrDesign | null, restMs = REST_MS): ScanVerdict {
  const [verdict, setVerdict] = useState<ScanVerdict>(NONE)
  useEffect(() => {
    if (text === null || design === null) {
      setVerdict(NONE)
      return
    }
    setVerdict(({ report }) => ({ state: 'checking', report }))
    const giveUp = new AbortController()
    const timer = setTimeout(() => {
      checkScan({ text, design }, giveUp.signal).then(
        (report) => setVerdict({ state: 'done', report }),
        () => giveUp.signal.aborted || setVerdict({ state: 'failed', report: null }),
      )
    }, restMs)
    return () => {
      clearTimeout(timer)
      giveUp.abort()
    }
  }, [text, design, restMs])
  return verdict
}
