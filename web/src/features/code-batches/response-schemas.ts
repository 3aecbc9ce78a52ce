import { CodeBatch, CodeBatchRows, MendedBatchRow, resultOf } from '@scanleaf/shared'

export const BatchResponse = resultOf(CodeBatch)
export const RowsResponse = CodeBatchRows
export const MendedResponse = MendedBatchRow
