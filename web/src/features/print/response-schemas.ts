import { CodeBatch, OneCodeFile, resultOf, UserCode, UserCodePage } from '@scanleaf/shared'

export const FileResponse = OneCodeFile
export const BatchResponse = resultOf(CodeBatch)
export const CodeResponse = resultOf(UserCode)
export const CodesResponse = UserCodePage
