import { CodeImport, CodeImportRows, OneCheckedImport, OneCodeImport, pageOf } from '@scanleaf/shared'

export const ImportResponse = OneCodeImport
export const ImportsResponse = pageOf(CodeImport)
export const RowsResponse = CodeImportRows
export const CheckResponse = OneCheckedImport
