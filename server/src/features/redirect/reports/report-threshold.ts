/** Inputs of the threshold of reports. Days and visitors are counted by the database. */
export interface ReportedCodeState {
  /** Unique visitors of the code on the busiest of the last seven UTC days. */
  visitors: number
  /** Since the owner's oldest dynamic code. */
  ownerDays: number
  /** Since the code leads where it leads. */
  targetDays: number
  scans: number
  /** A paid period is running. */
  isPaying: boolean
  /** An operator has put a warning before a code of the owner, has taken one down, or has suspended the owner. */
  hasUpheldReport: boolean
}

const KNOWN_AFTER_DAYS = 90
const TRUSTED_AFTER_DAYS = 30
const ESTABLISHED_SCANS = 1000

/** Whether an operator is to look first (docs/decisions/reports.md). */
export function isInGoodStanding(code: ReportedCodeState): boolean {
  const { ownerDays, targetDays, scans, isPaying, hasUpheldReport } = code
  if (hasUpheldReport) return false
  const isEstablished = targetDays >= TRUSTED_AFTER_DAYS && scans >= ESTABLISHED_SCANS
  return ownerDays >= KNOWN_AFTER_DAYS || (ownerDays >= TRUSTED_AFTER_DAYS && isPaying) || isEstablished
}

export interface Threshold {
  /** Networks that must report a code on one day before an operator is asked to decide on it. */
  toAsk: number
  /** Networks that must report it before it warns by itself. */
  toWarn: number
}

/** @param least REPORTS_BEFORE_WARNING */
export function thresholdOf(code: ReportedCodeState, least: number): Threshold {
  const { visitors } = code
  // Visitors can be invented by an owner, so an unknown one gains no more than twenty times the setting by them.
  const toAsk = Math.min(Math.max(least, Math.ceil(visitors / 100)), 20 * least)
  return { toAsk, toWarn: isInGoodStanding(code) ? Math.max(5 * least, Math.ceil(visitors / 20)) : toAsk }
}
