import { CodeBatch, CodeBatches, CodeBatchRows, MendedBatchRow, resultOf } from '@scanleaf/shared'

export const BatchResponse = resultOf(CodeBatch)
export const BatchesResponse = CodeBatches
export const RowsResponse = CodeBatchRows
export const MendedResponse = MendedBatchRow
