import { ReportedCode, resultOf, TakenDown, WaitingPage } from '@scanleaf/shared'
import * as z from 'zod'

export {
  CodeReportDetails as DetailsAnswer,
  OwnReportedCodes as OwnCodesAnswer,
  OwnReports as OwnReportsAnswer,
  ReportedCodePage as CodesAnswer,
} from '@scanleaf/shared'
export const WaitingPagesAnswer = resultOf(z.array(WaitingPage))
export const DecidedAnswer = resultOf(z.null())
export const CodeResponse = resultOf(ReportedCode)
export const TakenDownResponse = resultOf(TakenDown)
