import type { QrDesign } from '@scanleaf/qr'
import type { Repair, ScanReport } from '@scanleaf/qr/scan-check'

/** A text and how it is drawn. */
export interface ScanSubject {
  text: string
  design: QrDesign
}

export type ScanTask = 'check' | 'repair'

export interface ScanRequest extends ScanSubject {
  id: number
  task: ScanTask
}

export interface ScanAnswers {
  check: ScanReport
  repair: Repair
}

/** The response to the request with this id; a text is an error message. */
export type ScanReply =
  | { id: number; answer: ScanAnswers[ScanTask]; failure?: undefined }
  | { id: number; failure: string }
