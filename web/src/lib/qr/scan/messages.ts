import type { QrDesign } from '@scanleaf/qr'
import type { Repair, ScanReport } from '@scanleaf/qr/scan-check'

/** A text and how it is drawn. */
export interface ScanSubject {
  text: string
  design: QrDesign
}

export interface ScanInputs {
  check: ScanSubject
  repair: ScanSubject
  /** A picture that may hold a code. */
  read: ImageData
}

export interface ScanAnswers {
  check: ScanReport
  repair: Repair
  /** The text of its code; null where no decoder finds one. */
  read: string | null
}

export type ScanTask = keyof ScanInputs

export type ScanRequest = {
  [Task in ScanTask]: { id: number; task: Task; input: ScanInputs[Task] }
}[ScanTask]

/** The response to the request with this id; a text is an error message. */
export type ScanReply =
  | { id: number; answer: ScanAnswers[ScanTask]; failure?: undefined }
  | { id: number; failure: string }
