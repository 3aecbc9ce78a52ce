import { LiveScans, LoggedScan, resultOf, Scans, Sparklines, UserCode } from '@scanleaf/shared'
import { z } from 'zod'

export const ScansAnswer = resultOf(Scans)
export const RecentScansAnswer = resultOf(z.array(LoggedScan))
export const SparklinesAnswer = resultOf(Sparklines)
export const CodeAnswer = resultOf(
  UserCode.pick({ id: true, name: true, codeRedirect: true, dynamicId: true }),
)
export const LiveEvent = LiveScans
