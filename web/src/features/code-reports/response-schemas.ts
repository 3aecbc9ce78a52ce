import { ReportedCode, resultOf, TakenDown } from '@scanleaf/shared'

export {
  CodeReportDetails as DetailsAnswer,
  OwnReportedCodes as OwnCodesAnswer,
  OwnReports as OwnReportsAnswer,
  ReportedCodePage as CodesAnswer,
} from '@scanleaf/shared'
export const CodeResponse = resultOf(ReportedCode)
export const TakenDownResponse = resultOf(TakenDown)
