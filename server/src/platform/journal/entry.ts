/** Told once: true when the record is kept, false when it could be kept nowhere. */
export type AcknowledgeRecord = (isKept: boolean) => void

/** A record on its way into the journal. */
export interface Entry {
  record: string
  settle: AcknowledgeRecord
}
