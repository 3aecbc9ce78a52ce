import { BulkRun, OneCodeFile, resultOf, UserCode, UserCodePage } from '@scanleaf/shared'

export const FileResponse = OneCodeFile
export const BatchResponse = resultOf(BulkRun)
export const CodeResponse = resultOf(UserCode)
export const CodesResponse = UserCodePage
