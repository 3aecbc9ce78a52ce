import { LinkRules, LiveScans, LoggedScan, resultOf, Scans, Sparklines, UserCode } from '@scanleaf/shared'
import * as z from 'zod'

export const ScansResponse = resultOf(Scans)
export const RecentScansResponse = resultOf(z.array(LoggedScan))
export const RulesResponse = resultOf(LinkRules)
export const SparklinesResponse = resultOf(Sparklines)
export const CodeResponse = resultOf(
  UserCode.pick({ id: true, name: true, codeRedirect: true, dynamicId: true }),
)
export const LiveEvent = LiveScans
